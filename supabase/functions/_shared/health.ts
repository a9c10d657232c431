import * as z from 'zod/mini'

/** The body of POST …/send-lead-email/health: whether a test mail is sent to OWNER_EMAIL. */
export const healthRequestSchema = z.object({ mail: z.optional(z.boolean()) })

/**
 * The answer of POST …/send-lead-email/health. It never holds the owner's address, a login, a key or words of a mail
 * server that could quote an address.
 */
export const healthSchema = z.object({
  /** The digest of the function's sources, as `npm run digest` prints it. */
  version: z.string(),
  /** The variables of the function that are missing or malformed, each with what it must be. */
  settings: z.array(z.object({ variable: z.string(), fault: z.string() })),
  /** SITE_URL, or null when it is missing or malformed. */
  siteUrl: z.nullable(z.string()),
  /** VIDEO_URL as it is set, or null when it is not: then the sample video is linked. */
  videoUrl: z.nullable(z.string()),
  /** The domain of MAIL_FROM, or null when that is missing or malformed. */
  senderDomain: z.nullable(z.string()),
  smtp: z.object({
    status: z.enum(['ok', 'unreachable', 'login_refused', 'no_tls', 'not_configured']),
    reason: z.nullable(z.string()),
  }),
  database: z.object({ status: z.enum(['ok', 'unavailable']), reason: z.nullable(z.string()) }),
  /** How the test mail ended, or null when none was asked for. */
  mail: z.nullable(z.object({ status: z.enum(['sent', 'failed']), reason: z.nullable(z.string()) })),
})

export type Health = z.infer<typeof healthSchema>
