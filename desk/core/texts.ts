import * as z from 'zod/mini'
import { toInternational } from '../../supabase/functions/_shared/phone.ts'
import { refuse } from './desk-error.ts'
import { countedPeople } from './figures.ts'
import { namedSchema } from './lead.ts'
import type { Desk } from './open-desk.ts'

const textsSchema = z.object({
  count: z.number(),
  texts: z.array(
    z.object({
      id: z.string(),
      sender: z.string(),
      words: z.string(),
      received_at: z.string(),
      person: z.nullable(namedSchema),
    }),
  ),
})

/** Counts up to 5001, and reads the newest 20. Throws a DeskError. */
export const readTexts = async (desk: Desk) => textsSchema.parse(await desk.call('unanswered_texts'))

const stopped = 'The number is stopped: nobody with it may be texted.'

/** Stops the number, even if the message is deleted by now. Returns the outcome. Throws a DeskError. */
export async function stopByText(desk: Desk, id: string, sender: string) {
  const isAnswered = await desk.call('answer_text', { id, is_stop: true })
  return isAnswered === null ? stopSender(desk, sender) : stopped
}

/** Also returns whether it was this call that did it. Throws a DeskError. */
export async function markAsRead(desk: Desk, id: string) {
  if (!(await desk.call('answer_text', { id, is_stop: false })))
    refuse('Nothing was done: this text message was read before. This did not stop its number.')
  return 'The text message is marked as read. This does not stop its number.'
}

/** Returns the outcome. Throws a DeskError. */
export async function reopenText(desk: Desk, id: string) {
  if (!(await desk.call('reopen_text', { id }))) refuse('This text message waits for you already.')
  return 'The text message waits for you again.'
}

/** In E.164: not a name or a short code. */
export const isNumber = (text: string) => /^\+[1-9]\d{1,14}$/.test(text)

/**
 * For everybody with the number. `typed` has its country code, however it is written. Returns the outcome.
 * Throws a DeskError.
 */
export async function stopNumber(desk: Desk, typed: string) {
  const phone = toInternational(typed)
  if (!phone)
    refuse(
      'This is not a phone number with its country code. Give one number in the international form, such as +12015550123.',
    )
  return stopSender(desk, phone)
}

/** Takes E.164, however short. Returns the outcome. Throws a DeskError. */
export async function stopSender(desk: Desk, phone: string) {
  const persons = z.number().parse(await desk.call('stop_number', { phone }))
  return `The number is stopped until START comes from it, or you lift the stop: ${phone}. ${persons === 0 ? 'No lead has it' : `${countedPeople(persons)} ${persons === 1 ? 'has' : 'have'} it`}.`
}

/** `known` is the id of the stop that the operator saw, or null. Returns the outcome. Throws a DeskError. */
export async function liftStop(desk: Desk, phone: string, note: string, known: string | null) {
  const isLifted = z.boolean().parse(await desk.call('lift_stop', { phone, note, known }))
  return isLifted
    ? 'The stop is lifted. If a person with this number withdrew, they stay withdrawn.'
    : refuse(
        'Nothing was lifted: this number is not stopped any more, or it was stopped again since you opened the page.',
      )
}

const stopsSchema = z.object({
  numbers: z.array(
    z.object({
      phone_e164: z.string(),
      /** Of the newest stop. Null if the number is free. */
      stop: z.nullable(z.number()),
      stopped_at: z.string(),
      stopped_by: z.string(),
      words: z.nullable(z.string()),
      lifted_at: z.nullable(z.string()),
      lifted_by: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
  texts: z.array(
    z.object({ id: z.string(), sender: z.string(), words: z.string(), received_at: z.string() }),
  ),
})

/** Times are in ISO 8601 and UTC. */
export type StoppedNumber = z.infer<typeof stopsSchema>['numbers'][number]
export type IncomingText = z.infer<typeof stopsSchema>['texts'][number]

/** The newest numbers, and the newest texts that say neither stop nor start. Throws a DeskError. */
export const readStops = async (desk: Desk) => stopsSchema.parse(await desk.call('list_stops'))
