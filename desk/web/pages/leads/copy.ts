/** The address is empty if the mailbox gets no more emails, and the number if it may not be texted. */
export type Contact = { email: string; phone: string }

const names = { email: ['address', 'addresses'], phone: ['number', 'numbers'] } as const

/** Each address or number once, one a line, and how many they are and how many people are left out. */
export function copyOf(people: Contact[], what: keyof Contact) {
  const values = new Set(people.map((person) => person[what]).filter(Boolean))
  const leftOut = people.filter((person) => person[what] === '').length
  const [one, many] = names[what]
  return {
    text: [...values].join('\n'),
    words: `${values.size} ${values.size === 1 ? one : many} copied${leftOut > 0 ? `, ${leftOut} left out` : ''}`,
  }
}
