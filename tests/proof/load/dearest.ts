import { type Answer, answerTo, type Call, formOf } from '../../kit/answer.ts'
import { actionCall, actionId, visitorFields } from '../../kit/post-form.ts'
import { callFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness } from '../harness/experiment.ts'
import { type Figure, figure } from '../harness/figure.ts'
import { documentedSettings } from '../harness/nginx.ts'
import { groupCpuMs, groupRss } from '../harness/processes.ts'

const mostMs = 20
const [calls, atOnce] = [300, 20]
/**
 * Returns a query string with many keys. Code that reads a query key by key needs a lot of time for such a string.
 */
const query = (count: number) => Array.from({ length: count }, (_, key) => key.toString(36)).join('&')
/**
 * The first query string is just short enough for a URL or a header of 8 KB, and the second for a form field of 12
 * KB.
 */
const [keys, manyKeys] = [query(2_000), query(3_200)]

/**
 * Measures the most expensive request of each kind. The requests go through the proxy of docs/hosting.md, and none is
 * stopped by a rate limit.
 */
export const dearest: Experiment = {
  id: 'L3',
  title: 'the dearest lawful request of each kind',
  nginx: documentedSettings,
  async run(harness) {
    const { chain, sizeOf } = harness
    const figures: Figure[] = []
    for (const [name, send] of Object.entries(await kinds(harness))) {
      const service = name.startsWith('function') ? chain.function : chain.next
      const sendMany = (count: number) => concurrently([...Array(count).keys()], atOnce, send)
      await sendMany(2 * atOnce)
      const before = groupCpuMs(service.pid)
      const count = sizeOf(calls)
      const answers = await sendMany(count)
      const ms = (groupCpuMs(service.pid) - before) / count
      const statuses = [...new Set(answers.map(({ status }) => status))]
      expect(!statuses.includes(502), `${name}: nginx could not hand on the answer`)
      figures.push(
        figure(`ms of processor: ${name}, answered by ${statuses}`, ms, { most: mostMs }),
        figure('– MB of its process', groupRss(service.pid)),
      )
    }
    return figures
  },
}

async function kinds({
  chain,
  frontUrl: pageUrl,
  random,
  submission,
}: Harness): Promise<Record<string, () => Promise<Answer>>> {
  const { origin } = new URL(pageUrl)
  const action = await actionId({ pageUrl })
  const to = (path: string, call: () => Call) => () => answerTo(origin + path, call())
  const headers = () => ({
    origin,
    'x-forwarded-for': random.address(),
    referer: `${origin}/?${keys}`,
    'user-agent': '"'.repeat(1_500),
  })
  const fields = () => ({
    ...visitorFields(submission()),
    name: `Ada ${'山'.repeat(190)}`,
    referrer: `https://a.example/?${manyKeys}`,
  })
  const native = (form: Record<string, string>) => ({
    body: formOf(Object.entries(form)),
    headers: headers(),
  })
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, field) => [`f${field}`, '']))
  const confirmation = { 'content-type': 'application/x-www-form-urlencoded' }
  const lead = () => {
    const { key, ...rest } = submission({ name: `Ada ${'山'.repeat(190)}` })
    const page = `https://a.example/?${'山'.repeat(600)}`
    const context = { page, referrer: page, userAgent: '"'.repeat(500), consentText: '"'.repeat(1_900) }
    const body = JSON.stringify({ ...rest, consent: true, context })
    return callFunction(chain, { body, headers: { 'idempotency-key': key } })
  }
  return {
    page: to(`/?${keys}`, () => ({ method: 'GET', headers: { 'accept-encoding': 'gzip' } })),
    'page as flight data': to(`/?${keys}`, () => ({ method: 'GET', headers: { rsc: '1' } })),
    'unknown path': to(`/${'a/'.repeat(1_900)}`, () => ({ method: 'GET' })),
    'native post': to(`/?${keys}`, () => native(fields())),
    'native post of 600 fields': to(`/?${keys}`, () => native({ ...many, ...fields() })),
    'native post of one field of 50 KB': to(`/?${keys}`, () =>
      native({ ...fields(), name: 'x'.repeat(50_000) }),
    ),
    action: to(`/?${keys}`, () => actionCall(action, fields(), { ...headers(), referer: `${origin}/` })),
    'action with a deep argument': to(`/?${keys}`, () => ({
      body: formOf([['0', `${'['.repeat(7_500)}${']'.repeat(7_500)}`]]),
      headers: { ...headers(), 'next-action': action },
    })),
    beacon: to('/funnel', () => ({
      body: ',page_viewed'.repeat(80),
      headers: { ...headers(), 'content-type': 'text/plain' },
    })),
    confirmation: to(`/confirm/${crypto.randomUUID()}/answer`, () => ({
      body: `shown=confirmation+2026-11&${'a&'.repeat(450)}`,
      headers: { ...headers(), ...confirmation },
    })),
    'function, a lead': lead,
    'function, without a key': () =>
      callFunction(chain, { body: '['.repeat(16_000), headers: { apikey: 'sb_secret_wrong' } }),
    'function, deep JSON': () => callFunction(chain, { body: `${'['.repeat(8_000)}${']'.repeat(8_000)}` }),
  }
}
