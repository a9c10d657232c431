import type { Random } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

/** A call that no browser of ours makes: never a valid lead. */
export type Malformed = { body: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> }

const scalars = [
  'null',
  '0',
  '-1',
  '1e999',
  '""',
  '[]',
  '{}',
  '[[]]',
  '{"a":1}',
  '1.5',
  '"\\u0000"',
  '"\\ud800"',
]
const fields = ['name', 'email', 'phone', 'countryCode', 'consent']
const types = [
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  'multipart/form-data',
]

function bytes(random: Random, length: number) {
  return Uint8Array.from({ length }, () => random.below(256))
}

function validLead(random: Random): Record<string, unknown> {
  const { key: _, ...lead } = makeSubmission(random)
  return { ...lead, consent: true }
}

/** JSON with one member written by hand, so that it can be what JSON.stringify never makes. */
function withMember(random: Random, name: string, value: string) {
  const { [name]: _, ...rest } = validLead(random)
  return `{"${name}":${value},${JSON.stringify(rest).slice(1)}`
}

const makers: ((random: Random) => Malformed)[] = [
  (random) => ({ body: bytes(random, random.below(300)) }),
  (random) => ({ body: random.pick(scalars) }),
  (random) => ({ body: JSON.stringify(validLead(random)).slice(0, random.below(80)) }),
  (random) => ({ body: `${JSON.stringify(validLead(random))}${random.pick(['}', ',', 'x', '\0'])}` }),
  (random) => ({ body: withMember(random, random.pick(fields), random.pick(scalars)) }),
  () => ({ body: `${'['.repeat(7000)}${']'.repeat(7000)}` }),
  (random) => ({ body: withMember(random, 'context', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) }),
  (random) => ({
    body: withMember(random, 'context', random.pick(['1', '"x"', '[]', '{"page":1}', '{"ipHash":"x"}'])),
  }),
  (random) => ({
    body: withMember(random, 'name', JSON.stringify('x'.repeat(16_000 + random.below(4_000)))),
  }),
  (random) => ({ body: withMember(random, 'consent', 'false') }),
  (random) => ({ body: `{"__proto__":${JSON.stringify(validLead(random))}}` }),
  (random) => ({ body: `{"constructor":{"prototype":${JSON.stringify(validLead(random))}}}` }),
  (random) => ({ body: `${JSON.stringify(validLead(random)).slice(0, -1)},"email":"no address"}` }),
  (random) => ({ body: JSON.stringify(validLead(random)), headers: { 'content-type': random.pick(types) } }),
  (random) => ({
    body: JSON.stringify(validLead(random)),
    headers: { 'idempotency-key': random.pick(['x', '1', '-', `${random.uuid()}x`]) },
  }),
  (random) => ({ body: JSON.stringify([validLead(random)]) }),
]

/** One malformed call, of a kind chosen at random. */
export const malformed = (random: Random): Malformed => random.pick(makers)(random)
