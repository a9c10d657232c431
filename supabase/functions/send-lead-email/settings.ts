import * as z from 'zod/mini'
import type { Health } from '../_shared/health.ts'
import { mailFrom } from './mail-from.ts'
import { isPublic, literalAddress } from './webhook/address.ts'

/**
 * The function's environment variables. @supabase/server reads the platform's keys (SUPABASE_SECRET_KEYS).
 */
export const settingNames = [
  'SMTP_URL',
  'MAIL_FROM',
  'OWNER_EMAIL',
  'SITE_URL',
  'DENO_DEPLOYMENT_ID',
  'SB_REGION',
  'SUPABASE_URL',
  'REPORT_SECRET',
  'TWILIO_AUTH_TOKEN',
  'POSTMARK_WEBHOOK_PASSWORD',
  'RESEND_WEBHOOK_SECRET',
  'MAILGUN_SIGNING_KEY',
  'SES_TOPIC_ARN',
  'CALENDLY_SIGNING_KEY',
  'CALCOM_WEBHOOK_SECRET',
  'META_DATASET_ID',
  'META_ACCESS_TOKEN',
  'LEADS_WEBHOOK_URL',
  'LEADS_WEBHOOK_SECRET',
  'LEADS_WEBHOOK_PRIVATE',
] as const

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const reportKey = z.string().check(z.regex(/^[\w+/=-]{32,}$/, 'must be at least 32 letters and digits'))
const twilioToken = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'))
const postmarkPassword = z
  .string()
  .check(z.regex(/^[\w-]{16,}$/, 'must be at least 16 letters, digits, - and _'))
const mailgunKey = z.string().check(z.regex(/^[\w-]{16,}$/, 'must be the HTTP webhook signing key'))
const calendarKey = z.string().check(z.regex(/^[\w-]{32,128}$/, 'must be 32 to 128 letters, digits, - and _'))
const metaDataset = z.string().check(z.regex(/^\d{5,25}$/, 'must be the digits of the dataset'))
const metaToken = z.string().check(z.regex(/^\w{30,1000}$/, 'must be an access token of Meta'))
const topicArn = z
  .string()
  .check(
    z.regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/,
      'must be arn:aws:sns:<region>:<account>:<topic>',
    ),
  )
const emails = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.split(/\s*,\s*/)),
  ),
  z
    .array(
      z
        .string()
        .check(
          z.regex(z.regexes.html5Email, 'must be an email address, or several with commas between them'),
        ),
    )
    .check(z.maxLength(10, 'must hold ten email addresses at most')),
)
const smtpUrl = z.pipe(
  z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be smtp://host:port or smtps://host:port' }),
  z.transform((value: string, context) => {
    try {
      return parseSmtpUrl(new URL(value))
    } catch {
      context.issues.push({
        code: 'custom',
        message: 'must have a percent-encoded user name and password',
        input: '',
      })
      return z.NEVER
    }
  }),
)

// https://supabase.com/docs/guides/functions/limits
const hostedSmtpUrl = smtpUrl.check(
  z.refine(
    ({ port }) => ![25, 587].includes(port),
    'must not use port 25 or 587, which Supabase blocks; use smtps://…:465 or smtp://…:2525',
  ),
)

const permission = z.literal(['', 'allow'], 'must be allow, or not be set')
const privateUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const publicUrl = z.url({ protocol: /^https$/, error: 'must be an https address' }).check(
  // Also runs if the value is no URL.
  z.refine((value) => {
    const address = URL.canParse(value) && literalAddress(new URL(value))
    return !address || isPublic(address)
  }, 'must not lead to this machine or into a private network'),
)

const isSecret = (value: string) => value.startsWith('whsec_') && hasLength(value.slice(6))
const resendSecret = z
  .string()
  .check(z.refine(isSecret, 'must be whsec_ followed by 24 to 64 bytes in base64'))

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
const secrets = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.split(/\s+/)),
  ),
  z.array(z.string()).check(
    z.maxLength(2, 'must hold one secret, or two with a space between them'),
    z.refine((values) => values.every(isSecret), 'must be whsec_ followed by 24 to 64 bytes in base64'),
  ),
)

export type SmtpServer = ReturnType<typeof parseSmtpUrl>
export type Settings = ReturnType<typeof readSettings>
/**
 * The receiver and the secrets that sign, two while the operator changes them. With `isPrivate`, it may have
 * a private IP address and use HTTP without TLS.
 */
export type WebhookSettings = { url: URL; secrets: string[]; isPrivate: boolean }
export type MailSettings = {
  server: SmtpServer
  from: z.output<typeof mailFrom>
  /** All get the same email. */
  owners: string[]
  siteUrl: string
}

/** Never throws. `faults` are the names of wrong variables, without values. Their settings are undefined. */
export function readSettings(variables: Partial<Record<(typeof settingNames)[number], string>>) {
  const faults: Health['settings'] = []
  const read = <T>(variable: (typeof settingNames)[number], schema: z.ZodMiniType<T>) => {
    const value = variables[variable]?.trim()
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      const fault = value ? (parsed.error.issues[0]?.message ?? 'is malformed') : 'is missing'
      faults.push({ variable, fault })
    }
    return parsed.data
  }
  const isHosted = variables.DENO_DEPLOYMENT_ID ?? variables.SB_REGION
  const server = read('SMTP_URL', isHosted ? hostedSmtpUrl : smtpUrl)
  const from = read('MAIL_FROM', mailFrom)
  const owners = read('OWNER_EMAIL', emails)
  const siteUrl = read('SITE_URL', httpUrl)
  const readIfSet = <T>(variable: (typeof settingNames)[number], schema: z.ZodMiniType<T>) =>
    variables[variable]?.trim() ? read(variable, schema) : undefined
  const twilioAuthToken = readIfSet('TWILIO_AUTH_TOKEN', twilioToken)
  /** By which mail providers prove their reports. */
  const reporters = {
    postmark: readIfSet('POSTMARK_WEBHOOK_PASSWORD', postmarkPassword),
    resend: readIfSet('RESEND_WEBHOOK_SECRET', resendSecret),
    mailgun: readIfSet('MAILGUN_SIGNING_KEY', mailgunKey),
    ses: readIfSet('SES_TOPIC_ARN', topicArn),
  }
  /** By which calendars prove theirs. */
  const calendars = {
    calendly: readIfSet('CALENDLY_SIGNING_KEY', calendarKey),
    calcom: readIfSet('CALCOM_WEBHOOK_SECRET', calendarKey),
  }
  const isReported = Boolean(twilioAuthToken) || [reporters, calendars].flatMap(Object.values).some(Boolean)
  /** Proves to the database that texts and reports come from this function and not from the page. */
  const reportSecret = (isReported ? read : readIfSet)('REPORT_SECRET', reportKey)
  const mail: MailSettings | undefined =
    server && from && owners && siteUrl ? { server, from, owners, siteUrl } : undefined
  const functionsUrl = `${variables.SUPABASE_URL}/functions/v1`
  const isWanted = Boolean(variables.LEADS_WEBHOOK_URL?.trim() || variables.LEADS_WEBHOOK_SECRET?.trim())
  const webhook = isWanted ? readWebhook() : undefined
  const areAdsWanted = Boolean(variables.META_DATASET_ID?.trim() || variables.META_ACCESS_TOKEN?.trim())
  const meta = areAdsWanted ? readMeta() : undefined
  return {
    mail,
    faults,
    server,
    from,
    siteUrl,
    functionsUrl,
    twilioAuthToken,
    reportSecret,
    reporters,
    calendars,
    isWanted,
    webhook,
    areAdsWanted,
    meta,
  }

  function readMeta() {
    const dataset = read('META_DATASET_ID', metaDataset)
    const token = read('META_ACCESS_TOKEN', metaToken)
    return dataset && token ? { dataset, token } : undefined
  }

  function readWebhook(): WebhookSettings | undefined {
    const allowed = variables.LEADS_WEBHOOK_PRIVATE ? read('LEADS_WEBHOOK_PRIVATE', permission) : ''
    const isPrivate = allowed === 'allow'
    const url = read('LEADS_WEBHOOK_URL', isPrivate ? privateUrl : publicUrl)
    const keys = read('LEADS_WEBHOOK_SECRET', secrets)
    return url && keys && allowed !== undefined ? { url: new URL(url), secrets: keys, isPrivate } : undefined
  }
}

function hasLength(base64: string) {
  try {
    const { length } = atob(base64)
    return length >= 24 && length <= 64
  } catch {
    return false
  }
}

function parseSmtpUrl(url: URL) {
  // With `/`, `?` or `#` in a password that is not URL-encoded, a URL parser takes part of it for the host.
  if (!/^\/?$/.test(url.pathname + url.search + url.hash)) throw new TypeError('has a path')
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
  }
}
