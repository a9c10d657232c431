import * as z from 'zod/mini'
import { consentWords } from './consent-words.ts'
import { suppressionWords } from './suppression-words.ts'

const text = z.nullable(z.string())

const mailSchema = z.looseObject({
  kind: z.string(),
  event: text,
  recipient: text,
  status: z.string(),
  reason: text,
  attempts: z.number(),
  last_error: text,
  due_at: z.string(),
  sent_at: text,
})

const campaign = z.record(z.string(), z.coerce.string())
const extra = z.record(z.string(), z.string())

const typed = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  phone_e164: text,
  country_code: z.string(),
  extra,
  created_at: z.string(),
  suspected_bot: z.boolean(),
  preview: z.boolean(),
}

const record = {
  ...typed,
  updated_at: z.string(),
  refuses_mails: z.boolean(),
  watched_percent: z.nullable(z.number()),
  source: z.string(),
  submissions: z.number(),
  confirmed_at: text,
  consent: z.enum(Object.keys(consentWords) as (keyof typeof consentWords)[]),
  /** Why nobody may text the person: the state of the consent, or a fault of the number. Null if they may be texted. */
  text_fault: text,
  call_again_on: text,
  /** Null without a booked call and without a press of the link to the calendar. */
  booking: z.nullable(z.enum(['pressed', 'booked', 'held', 'cancelled', 'no-show'])),
  booking_pressed_at: text,
  booking_starts_at: text,
  booking_ends_at: text,
  /** ISO 4217, or '' if the operator has set none. */
  currency: z.string(),
  outcome: z.enum(['open', 'won', 'lost']),
  /** In the operator's currency. */
  outcome_value: z.nullable(z.number()),
  /** When it was set. Null if the outcome is open. */
  outcome_at: text,
}

const leadSchema = z.looseObject({
  ...record,
  /** Why no ad platform hears about the person's visit, as a key of `reasons`. Null if it does. */
  ad_faults: z.object({ 'google-ads': text, 'microsoft-ads': text }),
  /** A suspected bot that agreed to nothing, or a preview. */
  is_doubtful: z.boolean(),
  campaign: z.nullable(campaign),
  variant: text,
  referrer: text,
  noted: z.nullable(z.object({ kind: z.string(), created_at: z.string() })),
  changes: z.number(),
  latest_at: text,
  consented_at: text,
  withdrawn_at: text,
  mails: z.array(mailSchema),
  failed: z.number(),
  held: z.number(),
})

/** Of the SQL function desk.list_leads. Times are in ISO 8601 and UTC. */
export const leadListSchema = z.object({
  leads: z.array(leadSchema),
  older: text,
  newer: text,
  /** As `count_is` says. Null if nobody has counted them. */
  count: z.nullable(z.number()),
  count_is: z.nullable(z.enum(['exact', 'about', 'more than'])),
  /** False if there are too many people for the chosen order. The newest come first then. */
  is_sorted: z.boolean(),
  is_cut: z.boolean(),
  /** By the clock of the database. */
  read_at: z.string(),
})

const submissionSchema = z.object({
  ...typed,
  consent: z.boolean(),
  withdrawn_by: text,
  consent_text: text,
  consent_version: text,
  page: text,
  referrer: text,
  user_agent: text,
  ip_hash: text,
  campaign,
  variant: text,
  merged: z.boolean(),
  confirms: text,
  held: z.boolean(),
  released_at: text,
  changes: z.record(z.string(), z.tuple([z.string(), z.string()])),
  seal: z.nullable(z.object({ number: z.number(), hash: z.string(), sealed_at: z.string() })),
  mails: z.array(z.extend(mailSchema, { queued_at: z.string(), has_new_address: z.boolean() })),
})

const correctionSchema = z.object({
  id: z.string(),
  field: z.enum(['email', 'phone']),
  old_value: z.string(),
  old_e164: text,
  new_value: z.string(),
  corrected_by: z.string(),
  corrected_at: z.string(),
  /** False if something else has changed it, or something was agreed to since. */
  can_undo: z.boolean(),
})

const noteSchema = z.object({
  id: z.string(),
  kind: z.string(),
  words: z.string(),
  author: z.string(),
  created_at: z.string(),
})

const restSchema = z.object({ fault: z.string(), until: text })

/**
 * Of each receiver that gets nothing for now: its answer, and until when it rests (null without an end). The
 * key is the kind of the waiting messages.
 */
export const restsSchema = z.object({ webhook: z.optional(restSchema), ad: z.optional(restSchema) })

const bookingSchema = z.object({
  id: z.number(),
  kind: z.enum(['pressed', 'booked', 'moved', 'cancelled', 'no-show', 'came', 'none']),
  /** The calendar's ids: of the booking, of the one that it replaces, and of the one that replaces it. */
  booking: text,
  replaces: text,
  replaced_by: text,
  starts_at: text,
  said_by: z.string(),
  said_at: z.string(),
})

/** Of the SQL function desk.show_lead. The newest submission comes first in `history`. */
export const personSchema = z.nullable(
  z.object({
    ...record,
    /**
     * Each reason why the mailbox gets no emails, with who said so and when. What its owner said comes first.
     */
    suppressions: z.array(
      z.object({
        reason: z.enum(Object.keys(suppressionWords) as (keyof typeof suppressionWords)[]),
        since: z.string(),
        source: z.string(),
        id: z.number(),
      }),
    ),
    /** Another withdrawal would change nothing. */
    has_withdrawn: z.boolean(),
    /** 'possible', or why we cannot ask the person now. Null if there is nothing to ask. */
    asking: text,
    /** Null if the stop was lifted. */
    stop: z.nullable(
      z.object({
        id: z.number(),
        phone_e164: z.string(),
        stopped_at: z.string(),
        stopped_by: z.string(),
        words: text,
      }),
    ),
    /** Of all numbers that the person has given, the oldest first. */
    number_events: z.array(
      z.object({
        phone_e164: z.string(),
        kind: z.enum(['stop', 'start', 'lift']),
        said_by: z.string(),
        words: text,
        happened_at: z.string(),
      }),
    ),
    rests: restsSchema,
    /** The newest first. */
    booking_events: z.array(bookingSchema),
    notes: z.array(noteSchema),
    /** The newest first. */
    corrections: z.array(correctionSchema),
    confirmations: z.number(),
    withdrawals: z.number(),
    history: z.array(submissionSchema),
  }),
)

export const namedSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })

export const nameOf = ({ name, email }: { name: string; email: string }) => name || email

/** Why a receiver gets nothing for now. */
export type Rest = z.infer<typeof restSchema>

/** Why a message of this kind waits for its receiver, or undefined. */
export const restOf = (kind: string, rests: z.infer<typeof restsSchema>): Rest | undefined =>
  kind === 'webhook' || kind === 'ad' ? rests[kind] : undefined

export type Lead = z.infer<typeof leadSchema>
export type LeadList = z.infer<typeof leadListSchema>
export type LeadMail = z.infer<typeof mailSchema>
export type Person = NonNullable<z.infer<typeof personSchema>>
export type Submission = Person['history'][number]
export type SubmissionMail = Submission['mails'][number]
