import * as z from 'zod/mini'

export const healthRequestSchema = z.object({ mail: z.optional(z.boolean()) })

/**
 * The answer to POST …/send-lead-email/health, without the owner's address, a login, a key, or a message of
 * the mail server.
 */
export const healthSchema = z.object({
  version: z.string(),
  settings: z.array(z.object({ variable: z.string(), fault: z.string() })),
  siteUrl: z.nullable(z.string()),
  senderDomain: z.nullable(z.string()),
  smtp: z.object({
    status: z.enum(['ok', 'unreachable', 'login_refused', 'no_tls', 'not_configured']),
    reason: z.nullable(z.string()),
  }),
  database: z.object({ status: z.enum(['ok', 'unavailable']), reason: z.nullable(z.string()) }),
  mail: z.nullable(z.object({ status: z.enum(['sent', 'failed']), reason: z.nullable(z.string()) })),
})

export type Health = z.infer<typeof healthSchema>
