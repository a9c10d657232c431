import * as z from 'zod/mini'
import { suggestEmail } from '../../lib/lead/suggest-email.ts'
import { countryCodes, leadSchema } from '../../supabase/functions/_shared/lead.ts'
import { pastedAddress } from '../../supabase/functions/_shared/pasted-address.ts'
import { toE164, toInternational } from '../../supabase/functions/_shared/phone.ts'
import { refuse } from './desk-error.ts'
import type { Person } from './lead.ts'
import type { Desk } from './open-desk.ts'
import { readPerson } from './person.ts'

const outcomeSchema = z.nullable(z.enum(['corrected', 'same', 'taken', 'changed']))
const countrySchema = z.catch(z.enum(countryCodes), 'US')

/** `correction` is the id of a change. */
type Corrected = { sentence: string; correction?: string }

/**
 * `meant` is missing if the host only lacks an ending such as .com. Undefined for an address without a doubt.
 */
export function doubtOf(typed: string): { email: string; why: string; meant?: string } | undefined {
  const email = pastedAddress(typed)
  const meant = suggestEmail(email)
  if (meant) return { email, why: `“${email}” may be mistyped`, meant }
  return /@[^.@]+$/.test(email) ? { email, why: `“${email}” has no ending such as .com` } : undefined
}

/**
 * `known` is the address that the operator saw. Returns the outcome. Throws a DeskError if `typed` is no
 * address or belongs to another person, or if the record no longer has `known`.
 */
export async function correctAddress(
  desk: Desk,
  { id }: Pick<Person, 'id'>,
  typed: string,
  known: string | null = null,
): Promise<Corrected> {
  const email = leadSchema.shape.email.safeParse(pastedAddress(typed))
  if (!email.success) refuse(`“${typed.trim()}” is not an email address. Nothing was changed.`)
  return tell(
    desk,
    { id, value: email.data, answer: await desk.call('correct_lead', { id, email: email.data, known }) },
    `The address is now ${email.data}. Emails that are not yet sent go there, and the links in earlier ones go on working, but no longer confirm the number.`,
  )
}

/**
 * Reads the number as the form does, for the person's country. `known` is the number that the operator saw.
 * Returns the outcome. Throws a DeskError if it is no number, or if the record no longer has `known`.
 */
export async function correctNumber(
  desk: Desk,
  { id, country_code }: Pick<Person, 'id' | 'country_code'>,
  typed: string,
  known: string | null = null,
): Promise<Corrected> {
  const phone = toE164(typed, countrySchema.parse(country_code)) ?? toInternational(typed)
  if (!phone)
    refuse(
      `“${typed.trim()}” is not a phone number. Give it as it is dialled in the country of the form, or with its country code, such as +12015550123. Nothing was changed.`,
    )
  return tell(
    desk,
    { id, value: phone, answer: await desk.call('correct_lead', { id, phone, known }) },
    `The number is now ${phone}. Nobody there has agreed to texts, so it may be texted only after the person has confirmed it.`,
  )
}

async function tell(
  desk: Desk,
  { id, value, answer }: { id: string; value: string; answer: unknown },
  sentence: string,
): Promise<Corrected> {
  const outcome = outcomeSchema.parse(answer) ?? refuse('This lead has been erased in the meantime.')
  if (outcome === 'taken') refuse('Another lead has this address. Nothing was changed.')
  if (outcome === 'changed')
    refuse('Nothing was changed: somebody else has corrected the record in the meantime.')
  if (outcome === 'same') return { sentence: 'The record says so already.' }
  const { corrections } = await readPerson(desk, { id })
  const made = corrections.find(({ new_value, can_undo }) => can_undo && new_value === value)
  return { sentence, ...(made && { correction: made.id }) }
}

/** Returns the outcome. Throws a DeskError. */
export async function undoCorrection(desk: Desk, correction: string) {
  const isDone = z.boolean().parse(await desk.call('undo_correction', { correction }))
  return isDone
    ? 'The correction is taken back: the record and the consent are as they were before.'
    : refuse('This correction cannot be taken back any more. Correct the record once more instead.')
}
