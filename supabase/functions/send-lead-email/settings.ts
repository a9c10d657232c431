import * as z from 'zod/mini'
import { brand } from '../_shared/brand.ts'
import { defaultVideoUrl } from '../_shared/default-video.ts'

/** The variables that this function reads. @supabase/server reads those of the platform (SUPABASE_*). */
export const settingNames = [
  'SMTP_URL',
  'MAIL_FROM',
  'OWNER_EMAIL',
  'SITE_URL',
  'VIDEO_URL',
  'DENO_DEPLOYMENT_ID',
  'SB_REGION',
] as const

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const email = z.string('is missing').check(z.regex(z.regexes.html5Email, 'must be an e-mail address'))
const mailbox = /^(?:(?<name>[^<>\p{Cc}]*[^<>\s\p{Cc}])\s*<(?<inner>[^<>\s]+)>|(?<bare>[^<>\s]+))$/u

const environment = z.object({
  SMTP_URL: z.pipe(
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
  ),
  MAIL_FROM: z.pipe(
    z.string('is missing').check(z.regex(mailbox, 'must be an address or "Name <address>"')),
    z.transform((value: string, context) => {
      const { name, inner, bare } = value.match(mailbox)?.groups ?? {}
      const address = email.safeParse(inner ?? bare)
      if (address.success) return { name: name ?? brand, address: address.data }
      context.issues.push({ code: 'custom', message: 'must hold an e-mail address', input: '' })
      return z.NEVER
    }),
  ),
  OWNER_EMAIL: email,
  SITE_URL: httpUrl,
  VIDEO_URL: z._default(z.string(), defaultVideoUrl),
  DENO_DEPLOYMENT_ID: z.optional(z.string()),
  SB_REGION: z.optional(z.string()),
})

export type Mailbox = { name: string; address: string }
export type SmtpServer = ReturnType<typeof parseSmtpUrl>

/** Parses the environment variables. Throws an error that names every missing or invalid one, without its value. */
export function parseSettings(variables: Record<string, string | undefined>) {
  const parsed = environment.safeParse(variables)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`Wrong settings: ${faults.join('; ')}`)
  }
  const { SMTP_URL: smtp, MAIL_FROM: from, OWNER_EMAIL: owner, SITE_URL: siteUrl, VIDEO_URL } = parsed.data
  const hosted = parsed.data.DENO_DEPLOYMENT_ID ?? parsed.data.SB_REGION
  // https://supabase.com/docs/guides/functions/limits
  if (hosted && [25, 587].includes(smtp.port)) {
    throw new Error(
      'Wrong settings: SMTP_URL must not use port 25 or 587, which Supabase blocks; use smtps://…:465',
    )
  }
  const watchUrl = httpUrl.safeParse(VIDEO_URL.trim()).data ?? siteUrl
  return { smtp, from, owner, watchUrl }
}

function parseSmtpUrl(url: URL) {
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
