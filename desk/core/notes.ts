import * as z from 'zod/mini'
import type { Desk } from './open-desk.ts'

/** The kinds of notes: the database's names and the words for them. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}

/** Adds a note about a person. Returns whether the person exists. Throws a DeskError, also for an unknown kind. */
export const addNote = async (desk: Desk, person: string, kind: string, words: string) =>
  z.boolean().parse(await desk.call('add_note', { person, kind, words }))

/** Deletes a note. Throws a DeskError. */
export const removeNote = async (desk: Desk, note: string) => {
  await desk.call('remove_note', { note })
}
