import { type Person, personSchema } from '../lead.ts'
import type { Desk } from '../open-desk.ts'

export class UnknownPersonError extends Error {}

/** Reads the person with this address. Throws an UnknownPersonError when there is none, or a DeskError. */
export async function readPerson(desk: Desk, email: string): Promise<Person> {
  const person = personSchema.parse(await desk.call('show_lead', { email: email.trim() }))
  if (person === null) throw new UnknownPersonError('No lead has this address.')
  return person
}
