import type { Call } from '../../kit/answer.ts'
import type { Random } from '../../kit/random.ts'
import { makeSubmission } from '../../kit/submission.ts'
import { callFunction } from '../harness/call-function.ts'
import type { Experiment } from '../harness/experiment.ts'
import { fuzz } from './fuzz.ts'

// Half of a surrogate pair is missing: a name or a number with one is stored, with U+FFFD in its place.
const values = '|null|0|-1|1e999|""|[]|{}|[[]]|{"a":1}|1.5|"\\u0000"'.split('|')
const fields = ['name', 'email', 'phone', 'countryCode', 'consent']
const types = '|text/plain|application/x-www-form-urlencoded|application/jsonx|multipart/form-data'.split('|')
const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

function validLead(random: Random): Record<string, unknown> {
  const { key: _, ...lead } = makeSubmission(random)
  return { ...lead, consent: true }
}
const valid = (random: Random) => JSON.stringify(validLead(random))

/**
 * Returns the JSON of a lead that is valid except for one member. The value of this member is the given text, which
 * may be something that JSON.stringify would never write.
 */
function withMember(random: Random, name: string, value: string) {
  const { [name]: _, ...rest } = validLead(random)
  return `{"${name}":${value},${JSON.stringify(rest).slice(1)}`
}

function wrongKeys(random: Random, secret: string) {
  const flipped = secret.replace(/\w/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
  const cut = secret.slice(0, -1 - random.below(secret.length - 1))
  return ['', 'sb_secret_wrong', cut, `${secret}x`, flipped, `Bearer ${secret}`, random.uuid()]
}

/**
 * Each function makes a malformed call. In each call, the lead, a header or the method is wrong. `secret` is the
 * valid key.
 */
const makers: ((random: Random, secret: string) => Call)[] = [
  (random) => ({ body: Uint8Array.from({ length: random.below(300) }, () => random.below(256)) }),
  (random) => ({ body: random.pick(values) }),
  (random) => ({ body: valid(random).slice(0, random.below(80)) }),
  (random) => ({ body: `${valid(random)}${random.pick(['}', ',', 'x', '\0'])}` }),
  (random) => ({ body: withMember(random, random.pick(fields), random.pick(values)) }),
  () => ({ body: `${'['.repeat(7000)}${']'.repeat(7000)}` }),
  (random) => ({ body: withMember(random, 'phone', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) }),
  (random) => ({ body: withMember(random, 'name', `"${'x'.repeat(16_000 + random.below(4_000))}"`) }),
  (random) => ({ body: withMember(random, 'consent', 'false') }),
  (random) => ({ body: `{"__proto__":${valid(random)}}` }),
  (random) => ({ body: `{"constructor":{"prototype":${valid(random)}}}` }),
  (random) => ({ body: `${valid(random).slice(0, -1)},"email":"no address"}` }),
  (random) => ({ body: valid(random), headers: { 'content-type': random.pick(types) } }),
  (random) => ({
    body: valid(random),
    headers: { 'idempotency-key': random.pick(['x', '1', '-', `${random.uuid()}x`]) },
  }),
  (random) => ({ body: `[${valid(random)}]` }),
  (random, secret) => ({
    body: withMember(random, 'apikey', JSON.stringify(secret)),
    headers: { apikey: random.pick(wrongKeys(random, secret)) },
  }),
  (random) => ({ method: random.pick(methods), body: valid(random) }),
]

/** Makes many malformed calls. The answer must always be a client error. */
export const fuzzFunction: Experiment = {
  id: 'E12',
  title: 'malformed calls to the function',
  run: (harness) => {
    const { chain, random } = harness
    const { secretKey } = chain.settings
    return fuzz(harness, {
      watched: ['function', 'gateway'],
      send: () => callFunction(chain, random.pick(makers)(random, secretKey)),
      isRight: ({ outcome }) => outcome === 'invalid' || outcome === 'unauthorised',
      control: harness.toFunction,
    })
  },
}
