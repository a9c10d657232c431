import * as z from 'zod/mini'

const time = z.string()
const text = z.nullable(z.string())

const mail = z.object({
  kind: z.string(),
  status: z.string(),
  attempts: z.number(),
  last_error: text,
  due_at: z.nullable(time),
  sent_at: z.nullable(time),
})

const record = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  phone_e164: text,
  country_code: z.string(),
  created_at: time,
  updated_at: time,
}

const campaign = z.record(z.string(), z.string())

/** A person as desk.list_leads returns them; its migration says what each part means. */
const lead = z.object({
  ...record,
  campaign: z.nullable(campaign),
  variant: text,
  submissions: z.number(),
  changes: z.number(),
  latest_at: z.nullable(time),
  suspected_bot: z.nullable(z.boolean()),
  preview: z.nullable(z.boolean()),
  mails: z.array(mail),
  dead: z.number(),
  held: z.number(),
})

export const leadListSchema = z.object({ leads: z.array(lead), older: text, newer: text })

const submission = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  consent_text: text,
  consent_version: text,
  page: text,
  referrer: text,
  user_agent: text,
  campaign,
  variant: text,
  suspected_bot: z.boolean(),
  preview: z.boolean(),
  applied: z.boolean(),
  created_at: time,
  changes: z.record(z.string(), z.tuple([z.string(), z.string()])),
  seal: z.nullable(z.object({ number: z.number(), hash: z.string(), sealed_at: time })),
  mails: z.array(z.extend(mail, { id: z.string(), queued_at: time })),
})

/** What desk.show_lead returns. */
export const personSchema = z.nullable(
  z.object({ ...record, submissions: z.number(), history: z.array(submission) }),
)

export type Lead = z.infer<typeof lead>
export type Person = NonNullable<z.infer<typeof personSchema>>
export type Submission = Person['history'][number]
export type LeadMail = z.infer<typeof mail>
