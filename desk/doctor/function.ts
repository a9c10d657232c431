import { readDeskKey } from '../../machine/desk-key.ts'
import { type Health, healthSchema } from '../../supabase/functions/_shared/health.ts'
import { sourceDigest } from '../../supabase/functions/send-lead-email/source-digest.ts'
import { ask } from './ask.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import { areMixed, type Target, withoutQuery } from './target.ts'

/** Undefined if no request was sent. */
export type FunctionAnswer = Awaited<ReturnType<typeof askFunction>>

/** Asks with the site's key and with a wrong one. The local gateway adds the site's key. */
export async function askFunction(target: Target) {
  const { isLocal, mail, supabaseUrl, variables } = target
  if (areMixed(target)) return undefined
  const url = `${supabaseUrl}/functions/v1/send-lead-email/health`
  const [answer, toWrongKey] = await Promise.all([
    isLocal
      ? askHealth(
          `${supabaseUrl}/doctor/function`,
          { authorization: `Bearer ${readDeskKey(variables)}` },
          mail,
        )
      : askHealth(url, { apikey: variables.SUPABASE_SECRET_KEY ?? '' }, mail),
    askHealth(url, { apikey: `sb_secret_${crypto.randomUUID()}` }, false),
  ])
  return { ...answer, letsAnybodyIn: toWrongKey.health !== undefined }
}

async function askHealth(url: string, login: Record<string, string>, mail: boolean) {
  const { status, text } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...login },
    body: JSON.stringify({ mail }),
  })
  const body = await new Response(text).json().catch(() => undefined)
  const { data: health } = healthSchema.safeParse(status === 200 ? body : undefined)
  return { status, health, error: String(body?.error ?? body?.code ?? '') }
}

const deploy = 'Deploy the function (docs/deploy.md, step 6)'
const told = 'what the function reports'

/** Deployed, takes only the site's key, and works. */
export function checkFunction(target: Target, answer: FunctionAnswer): Result[] {
  if (!answer) return unseen(['function', told], 'The two projects differ.')
  const { status, error, health, letsAnybodyIn } = answer
  const isRefused = status === 401 && error === 'unauthorized'
  const isFunction = health !== undefined || isRefused
  return [
    ...judge(
      'function',
      'The function send-lead-email answers.',
      !isFunction && explain(target, status, error),
    ),
    ...(isFunction
      ? judge(
          'key accepted',
          'The function accepts the key.',
          isRefused &&
            'The function does not accept SUPABASE_SECRET_KEY. → Set SUPABASE_SECRET_KEY in operator.env to a secret key of the project at SUPABASE_URL (dashboard, Settings, API keys); one that was made just now needs a minute',
          letsAnybodyIn &&
            `The function lets a wrong key in, so anybody can store leads and have emails sent. → ${deploy} from these sources at once`,
        )
      : unseen('key accepted', 'The function did not say.')),
    ...(health ? checkHealth(target, health) : unseen(told, 'The function did not say.')),
  ]
}

function explain({ isLocal }: Target, status: number | string, error: string): Fault {
  const compare =
    'Set SUPABASE_URL in operator.env to the address of the project (dashboard, Settings, API); restore the project if it is paused'
  if (typeof status === 'string')
    return isLocal
      ? `The local stack does not answer (${status}). → Start it: npm start`
      : `SUPABASE_URL does not answer (${status}). → ${compare}`
  if (status === 404) return `The function send-lead-email is not deployed at SUPABASE_URL. → ${deploy}`
  if (status === 401)
    return `Supabase refuses the call before the function sees it, because verify_jwt is on. → supabase/config.toml turns verify_jwt off. ${deploy}`
  if (error === 'unavailable')
    return `The function finds no secret key in its project, so it refuses every lead. → Make a secret key (dashboard, Settings, API keys); a project with only legacy keys has none. Then: ${deploy}`
  if (status >= 500)
    return `The function does not start (status ${status}). → ${isLocal ? 'Read what npm start printed of it' : 'Read its log (dashboard, Edge Functions, send-lead-email, Logs)'}`
  return `SUPABASE_URL answers, but not as this function (status ${status}). → ${compare}`
}

const smtpFaults: Record<Exclude<Health['smtp']['status'], 'ok'>, (reason: string) => Fault> = {
  not_configured: () =>
    'No email can be sent, because SMTP_URL is missing or malformed. → Set SMTP_URL of the function',
  unreachable: (reason) =>
    `The mail server in SMTP_URL cannot be reached (${reason}). → Set SMTP_URL of the function to the host that your mail provider names, with port 465 or 2525, because Supabase blocks 25 and 587, the only two on which Microsoft 365 takes email`,
  login_refused: (reason) =>
    `The mail server refuses the login in SMTP_URL (${reason}). → Set SMTP_URL of the function with the right user name and password; both are percent-encoded (@ is %40, / is %2F)`,
  no_tls: (reason) =>
    `The mail server in SMTP_URL offers no valid TLS (${reason}). → Set SMTP_URL of the function to smtps:// with port 465, or smtp:// with port 2525 and STARTTLS, and the host name that is in the server’s certificate`,
}

function checkHealth({ isLocal, siteUrl }: Target, health: Health): Result[] {
  const { settings, smtp, database, mail, version } = health
  const isCurrent = version === sourceDigest
  const [site, mailed] = [siteUrl, health.siteUrl ?? ''].map((url = '') => URL.parse(url)?.href)
  const everywhere = isLocal
    ? 'in .env.local'
    : 'of the function (docs/deploy.md, step 5), of the site and in operator.env'
  return [
    ...judge(
      'function version',
      'The function is of the same version as these sources.',
      !isCurrent && `The deployed function is not of the same version as these sources. → ${deploy}`,
    ),
    ...judge(
      'function variables',
      'Every variable of the function is valid.',
      ...settings.map(
        ({ variable, fault }): Fault =>
          `${variable} of the function ${fault}. → Set ${variable} ${isLocal ? 'in .env.local and start again' : `of the function (docs/deploy.md, ${variable.startsWith('LEADS_WEBHOOK') ? '“A webhook for each lead”' : 'step 5'})`}`,
      ),
    ),
    ...(site && mailed
      ? judge(
          'same SITE_URL',
          'SITE_URL is the same on the site and in the function.',
          site !== mailed &&
            `SITE_URL is ${withoutQuery(site)} on the site, but ${withoutQuery(mailed)} in the function. → Set SITE_URL ${everywhere} to the public address of the page`,
        )
      : unseen('same SITE_URL', 'SITE_URL is not set on both sides.')),
    // An older function may still store leads, even if it needs something that the schema no longer has.
    ...(isCurrent
      ? judge(
          'database access',
          'The function reaches the database.',
          database.status !== 'ok' &&
            `The function cannot call the database (${database.reason}). → Fix the faults shown for the database; restore the project if it is paused`,
        )
      : unseen('database access', 'The function is of another version.')),
    ...judge(
      'mail server',
      'The mail server answers and takes the login.',
      smtp.status !== 'ok' && smtpFaults[smtp.status](smtp.reason ?? 'no reason'),
    ),
    ...(mail
      ? judge(
          'test email',
          'A test email went to OWNER_EMAIL. Paste its headers on the desk’s page Emails, which explains Authentication-Results.',
          mail.status !== 'sent' &&
            `The test email could not be sent (${mail.reason}). → Fix the faults shown for the mail server and MAIL_FROM; the provider must allow that sender`,
        )
      : unseen(
          'test email',
          'No test email was asked for.',
          'Send one to OWNER_EMAIL: npm run doctor -- --mail',
        )),
  ]
}
