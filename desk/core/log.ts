import * as z from 'zod/mini'
import type { Desk } from './open-desk.ts'

const entrySchema = z.object({
  id: z.number(),
  at: z.string(),
  member: z.string(),
  called: z.string(),
  outcome: z.string(),
  noted: z.record(z.string(), z.unknown()),
  person: z.nullable(z.string()),
  person_name: z.nullable(z.string()),
})

/** The person is null if the act was about nobody, or about somebody erased. */
export type LogEntry = z.infer<typeof entrySchema>

export const logLength = 100

/** The newest first, of one person or all, older than the entry `before`. Throws a DeskError. */
export const readLog = async (
  desk: Desk,
  { person, before }: { person?: string; before?: number } = {},
): Promise<LogEntry[]> =>
  z.array(entrySchema).parse(await desk.call('list_log', { person: person ?? null, before: before ?? null }))

const acts: Record<string, string> = {
  show_lead: 'opened',
  answer_text: 'answered a text message',
  ask_again: 'asked to confirm the number',
  correct_lead: 'corrected the record',
  record_contact: 'recorded a note, a call or an outcome',
  remove_note: 'took back a note',
  reopen_text: 'reopened a text message',
  requeue_messages: 'sent stopped emails, or dropped them',
  release_messages: 'sent emails on hold',
  drop_messages: 'dropped emails on hold',
  say_booking: 'recorded a booking',
  send_again: 'sent an email again',
  stop_number: 'stopped texts to a number',
  take_back_contact: 'took back a note, a call or an outcome',
  take_over: 'used the data of a sign-up',
  undo_correction: 'took back a correction',
  withdraw_consent: 'withdrew the consent to texts',
  change_settings: 'changed the settings',
  erase_lead: 'erased a person',
  lift_stop: 'lifted the stop of a number',
  lift_suppression: 'lifted an opt-out from emails',
  export_leads: 'downloaded a file of people',
  download_lead: 'downloaded all about the person',
  '(closed)': 'tried something that is closed on the web',
  count_exports: 'opened the exports',
  list_members: 'opened the members',
  list_log: 'opened the log',
  read_settings: 'opened the settings',
}

export const actWords = ({ called }: Pick<LogEntry, 'called'>) =>
  acts[called] ?? `asked for “${called.replaceAll('_', ' ')}”`

/** An empty text if it was done. */
export function outcomeOf({ outcome }: Pick<LogEntry, 'outcome'>): string {
  if (outcome === 'done') return ''
  if (outcome.startsWith('refused')) return 'not allowed'
  return outcome.startsWith('error') ? 'failed' : 'not finished'
}
