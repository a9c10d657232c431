import { type Correction, type Person, personOf, type Row } from './said.ts'

// A correction replaces a value, wherever and whenever it was said.

/** Returns what the person meant by an address, or by a number (or by what was typed instead of one). */
export function meant(person: Person, field: Correction['field'], value: string): string {
  return person.corrections
    .filter((made) => made.field === field && made.undoneAt === undefined)
    .reduce((known, made) => (known === made.from ? made.to : known), value)
}

/** Returns the number that was meant by a row, or null. */
export function meantNumber(person: Person, { number, typed }: Pick<Row, 'number' | 'typed'>) {
  const value = meant(person, 'phone', number ?? typed)
  return value.startsWith('+') ? value : null
}

/** Returns the address that was meant by a row. If another person has it by now, the person keeps their own. */
export function meantAddress(person: Person, row: Pick<Row, 'email'>) {
  const email = meant(person, 'email', row.email)
  return (personOf(email) ?? person) === person ? email : person.email
}
