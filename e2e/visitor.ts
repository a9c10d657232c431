import { randomUUID } from 'node:crypto'

export type TestLead = { name: string; email: string; phone: string }

/** No other test uses the address. */
export function newLead(): TestLead {
  return {
    name: 'Ada Lovelace',
    email: `ada.${randomUUID().slice(0, 13)}@example.com`,
    phone: '(201) 555-0123',
  }
}

/** Returns a random IPv6 address. If the visitors had the same address, they would share a rate limit. */
export function visitorAddress(): string {
  const part = () => Math.floor(Math.random() * 65536).toString(16)
  return `2001:db8:${part()}:${part()}:${part()}::1`
}
