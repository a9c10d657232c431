import type { Correction, Person, Row } from './said.ts'

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
