import * as z from 'zod/mini'

const time = z.string()
const text = z.nullable(z.string())

const counts = z.object({
  pending: z.number(),
  overdue: z.number(),
  dead: z.number(),
  held: z.number(),
  oldest: z.nullable(time),
})

/** What the SQL function lead_health() returns; its migration says what each part means. */
export const leadHealthSchema = z.object({
  mails: counts,
  webhooks: z.optional(counts),
  evidence: z.optional(
    z.object({
      unsealed: z.number(),
      unsealed_since: z.nullable(time),
      keep_submissions: text,
      keep_traces: text,
    }),
  ),
  migrations: z.nullable(z.array(z.string())),
  job: z.nullable(z.object({ active: z.boolean() })),
  last_run: z.nullable(z.object({ status: z.string(), at: z.nullable(time), error: text })),
  secrets: z.nullable(z.object({ project_url: z.optional(z.string()) })),
  last_answer: z.nullable(z.object({ status: z.nullable(z.number()), error: text, at: time })),
  unseen: z.array(z.string()),
})

export type LeadHealth = z.infer<typeof leadHealthSchema>
