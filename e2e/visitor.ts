import { randomUUID } from 'node:crypto'

export type TestLead = { name: string; email: string; phone: string }

/** A lead that nobody else submits. */
export function newLead(): TestLead {
  return {
    name: 'Ada Lovelace',
    email: `ada.${randomUUID().slice(0, 13)}@example.com`,
    phone: '(201) 555-0123',
  }
}

/** An address of the visitor's own. */
export function visitorAddress(): string {
  const part = () => Math.floor(Math.random() * 65536).toString(16)
  return `2001:db8:${part()}:${part()}:${part()}::1`
}
