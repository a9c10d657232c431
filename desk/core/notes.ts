import * as z from 'zod/mini'
import type { Desk } from './open-desk.ts'

/** What a note can be about, as the database names it and in words. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}

/** Notes something about a person. Returns whether there is such a person. Throws a DeskError, also for another kind. */
export const addNote = async (desk: Desk, person: string, kind: string, words: string) =>
  z.boolean().parse(await desk.call('add_note', { person, kind, words }))

/** Takes a note back. Throws a DeskError. */
export const removeNote = async (desk: Desk, note: string) => {
  await desk.call('remove_note', { note })
}
