import { visitorFields } from '../harness/post-form.ts'
import type { Random } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'

/** A post to the page that no form of ours makes: never a valid lead. */
export type MalformedPost = {
  body: string | FormData | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

type Hidden = [string, string][]

function form(fields: [string, string | Blob][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

const valid = (random: Random) => Object.entries(visitorFields(makeSubmission(random)))
const without = (random: Random, name: string) => valid(random).filter(([field]) => field !== name)
const junk = (random: Random) =>
  Array.from({ length: random.below(200) }, () => String.fromCharCode(32 + random.below(90))).join('')

const makers: ((random: Random, hidden: Hidden, actionId: string) => MalformedPost)[] = [
  (random, hidden) => ({
    body: form([
      ...hidden,
      ...without(random, random.pick(['name', 'email', 'phone', 'consent', 'countryCode'])),
    ]),
    headers: {},
  }),
  (random, hidden) => ({
    body: form([...hidden, ...without(random, 'name'), ['name', new Blob(['Ada'])]]),
    headers: {},
  }),
  (random, hidden) => ({
    body: form([...hidden, ...without(random, 'email'), ['email', `no address ${junk(random)}`]]),
    headers: {},
  }),
  (random, hidden) => ({
    body: form([...hidden, ...without(random, 'name'), ['name', '\0'.repeat(1 + random.below(9))]]),
    headers: {},
  }),
  (random, hidden) => ({
    body: form([...hidden, ...without(random, 'name'), ['name', 'x'.repeat(17_000)]]),
    headers: {},
  }),
  (_random, hidden) => ({
    body: form([...hidden, ...Array.from({ length: 400 }, (_, i): [string, string] => [`f${i}`, ''])]),
    headers: {},
  }),
  (random, hidden) => ({
    body: form([...hidden.map(([name]): [string, string] => [name, junk(random)]), ...valid(random)]),
    headers: {},
  }),
  (random) => ({ body: form([['$ACTION_ID_00', ''], ...valid(random)]), headers: {} }),
  (random) => ({ body: junk(random), headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
  (random) => ({
    body: `--x\r\nContent-Disposition: form-data; name="${junk(random)}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }),
  (random) => ({
    body: junk(random),
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': junk(random).replace(/\W/g, '') || 'x',
    },
  }),
  (random, _, id) => ({
    body: junk(random),
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'next-action': id },
  }),
  (random, _, id) => ({
    body: random.pick([
      '[]',
      '[null]',
      '[1,2]',
      '["$K1"]',
      '[{},{}]',
      '["$@9"]',
      '{"a":1}',
      '["$undefined","$undefined"]',
    ]),
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'next-action': id },
  }),
  (random, _, id) => ({
    body: form([
      ['0', random.pick(['["$K1"]', '[{"status":"idle"},"$K1"]', '[1,"$K9"]', junk(random)])],
      ['1_name', 'Ada'],
    ]),
    headers: { 'next-action': id },
  }),
]

/** One malformed post, of a kind chosen at random; `actionId` is the real one. */
export const malformedPost = (random: Random, hidden: Hidden): MalformedPost => {
  const actionId = /"id":"([^"]+)"/.exec(hidden.map(([, value]) => value).join(''))?.[1] ?? ''
  return random.pick(makers)(random, hidden, actionId)
}
