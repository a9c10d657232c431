import { answerTo, type Call, formOf } from '../../kit/answer.ts'
import { actionId, type Extras, hiddenFields, visitorFields } from '../../kit/post-form.ts'
import type { Random } from '../../kit/random.ts'
import { makeSubmission } from '../../kit/submission.ts'
import type { Chain } from '../harness/chain.ts'
import type { Experiment } from '../harness/experiment.ts'
import { fuzz } from './fuzz.ts'

type Field = [string, string | Blob]

const form = (...fields: Field[]): Call => ({ body: formOf(fields) })

const required = ['name', 'email', 'phone', 'consent', 'countryCode']
const states = '[]|[null]|[1,2]|["$K1"]|[{},{}]|["$@9"]|{"a":1}|["$undefined","$undefined"]'.split('|')
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

const valid = (random: Random): Field[] => Object.entries(visitorFields(makeSubmission(random)))
const without = (random: Random, name: string) => valid(random).filter(([field]) => field !== name)
const junk = (random: Random) =>
  Array.from({ length: random.below(200) }, () => String.fromCharCode(32 + random.below(90))).join('')
const action = (id: string) => ({ 'content-type': 'text/plain;charset=UTF-8', 'next-action': id })

/**
 * Each function makes a malformed post to the page. The post never contains a valid lead. The function is given the
 * hidden fields of the form and the id of the action.
 */
const makers: ((random: Random, hidden: [string, string][], actionId: string) => Call)[] = [
  (random, hidden) => form(...hidden, ...without(random, random.pick(required))),
  (random, hidden) => form(...hidden, ...without(random, 'name'), ['name', new Blob(['Ada'])]),
  (random, hidden) => form(...hidden, ...without(random, 'email'), ['email', `no address ${junk(random)}`]),
  (random, hidden) => form(...hidden, ...without(random, 'name'), ['name', '\0'.repeat(1 + random.below(9))]),
  (random, hidden) => form(...hidden, ...without(random, 'name'), ['name', 'x'.repeat(17_000)]),
  (_, hidden) => form(...hidden, ...Array.from({ length: 400 }, (_, i): Field => [`f${i}`, ''])),
  (random, hidden) =>
    form(...hidden.map(([name]): Field => [name, junk(random)]), ...without(random, random.pick(required))),
  (random) => form(['$ACTION_ID_00', ''], ...without(random, random.pick(required))),
  (random) => ({ body: junk(random), headers: multipart }),
  (random) => ({ body: `--x\r\nContent-Disposition: form-data; name="${junk(random)}`, headers: multipart }),
  (random) => ({ body: junk(random), headers: action(junk(random).replace(/\W/g, '') || 'x') }),
  (random, _, id) => ({ body: junk(random), headers: action(id) }),
  (random, _, id) => ({ body: random.pick(states), headers: action(id) }),
  (random, _, id) => ({
    ...form(
      ['0', random.pick(['["$K1"]', '[{"status":"idle"},"$K1"]', '["$K9"]', junk(random)])],
      ['1_name', 'Ada'],
    ),
    headers: { 'next-action': id },
  }),
]

const fillers = ['x', 'ж', '山', '👩‍🚀', '"', '\\', '\u0001', '<&>']
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id', 'gclid']

/**
 * Returns a post in which the page URL, the referrer, the user agent and the campaign are as long as they can be
 * without being refused on the way. This post must be stored.
 */
function longestEvidence({ pageUrl }: Chain, random: Random): Extras {
  const filler = random.pick(fillers)
  const long = (bytes: number) => filler.repeat(Math.floor(bytes / Buffer.byteLength(filler)))
  const query = campaign.map((key) => `${key}=${encodeURIComponent(long(500))}`).join('&')
  const headers = { referer: `${pageUrl}?${query}`.slice(0, 9_000), 'user-agent': 'x'.repeat(1_500) }
  return { fields: { referrer: long(8_000) }, headers }
}

/**
 * If a post does not contain a valid lead, the answer must not unlock the video, and it must not show a stack trace.
 * The status 500 is right if Next.js cannot parse the post.
 */
export const fuzzPage: Experiment = {
  id: 'E11',
  title: 'malformed posts to the page',
  run: async (harness) => {
    const { chain, random } = harness
    const [hidden, id] = [await hiddenFields(chain), await actionId(chain)]
    const post = await harness.openForm()
    return fuzz(harness, {
      watched: ['next', 'function'],
      send: () => answerTo(chain.pageUrl, random.pick(makers)(random, hidden, id)),
      isRight: ({ status, body }) =>
        !/node_modules|\.next\/|at async |file:\/\/|<iframe|<video/.test(body) &&
        (status < 500 || body.length <= 100),
      control: (submission) => post(submission, longestEvidence(chain, random)),
    })
  },
}
