import { type Answer, answerTo, type Call, formOf } from '../../tests/kit/answer.ts'
import { actionId, visitorFields } from '../../tests/kit/post-form.ts'
import type { Random } from '../../tests/kit/random.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { callFunction } from '../harness/call-function.ts'
import type { Chain } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, sizeOf } from '../harness/experiment.ts'
import { type Figure, figure } from '../harness/figure.ts'
import { documentedSettings, startNginx, withoutNginx } from '../harness/nginx.ts'
import { groupCpuMs, groupRss } from '../harness/processes.ts'

const mostMs = 20
const [calls, atOnce] = [300, 20]
/** A query of many keys, on which whatever reads it key by key has the most work. */
const query = (count: number) => Array.from({ length: count }, (_, key) => key.toString(36)).join('&')
/** As many as fit into the 8 KB of an address or a header, and into a field of 12 KB. */
const [keys, manyKeys] = [query(2_000), query(3_200)]

/** Measures what the dearest request of each kind costs behind the proxy of docs/hosting.md, before any limit counts. */
export const dearest: Experiment = {
  id: 'L3',
  title: 'the dearest lawful request of each kind',
  missing: withoutNginx,
  async run({ chain, random, isFull, folder, port }) {
    const nginx = await startNginx(folder, port + 8, documentedSettings(port + 8, chain.settings.pagePort))
    const figures: Figure[] = []
    for (const [name, send] of Object.entries(await kinds(chain, nginx.url, random))) {
      const service = name.startsWith('function') ? chain.function : chain.next
      const sendMany = (count: number) => concurrently([...Array(count).keys()], atOnce, send)
      await sendMany(2 * atOnce)
      const before = groupCpuMs(service.pid)
      const count = sizeOf({ isFull }, calls)
      const answers = await sendMany(count)
      const ms = (groupCpuMs(service.pid) - before) / count
      const statuses = [...new Set(answers.map(({ status }) => status))]
      expect(!statuses.includes(502), `${name}: nginx could not hand on the answer`)
      figures.push(
        figure(`ms of processor: ${name}, answered by ${statuses}`, ms, { most: mostMs }),
        figure('– MB of its process', groupRss(service.pid)),
      )
    }
    await nginx.stop()
    return figures
  },
}

async function kinds(
  chain: Chain,
  pageUrl: string,
  random: Random,
): Promise<Record<string, () => Promise<Answer>>> {
  const { origin } = new URL(pageUrl)
  const action = await actionId({ pageUrl })
  const to = (path: string, call: () => Call) => () => answerTo(origin + path, call(), () => 'success')
  const address = () => `10.${[0, 0, 0].map(() => random.below(256)).join('.')}`
  const headers = () => ({
    origin,
    'x-forwarded-for': address(),
    referer: `${origin}/?${keys}`,
    'user-agent': '"'.repeat(1_500),
  })
  const fields = (more = {}) => ({
    ...visitorFields(makeSubmission(random)),
    name: `Ada ${'山'.repeat(190)}`,
    referrer: `https://a.example/?${manyKeys}`,
    ...more,
  })
  const byScript = (form: Record<string, string>) => {
    const parts = Object.entries(form).map(([name, value]): [string, string] => [`_1_${name}`, value])
    return {
      body: formOf([...parts, ['0', '["$K1"]']]),
      headers: { ...headers(), 'next-action': action, referer: `${origin}/` },
    }
  }
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, field) => [`f${field}`, '']))
  const confirmation = { 'content-type': 'application/x-www-form-urlencoded' }
  const lead = () => {
    const { key, ...rest } = makeSubmission(random, { name: `Ada ${'山'.repeat(190)}` })
    const page = `https://a.example/?${'山'.repeat(600)}`
    const context = { page, referrer: page, userAgent: '"'.repeat(500), consentText: '"'.repeat(1_900) }
    const body = JSON.stringify({ ...rest, consent: true, context })
    return callFunction(chain, { body, headers: { 'idempotency-key': key } })
  }
  return {
    page: to(`/?${keys}`, () => ({ method: 'GET', headers: { 'accept-encoding': 'gzip' } })),
    'page as flight data': to(`/?${keys}`, () => ({ method: 'GET', headers: { rsc: '1' } })),
    'unknown path': to(`/${'a/'.repeat(1_900)}`, () => ({ method: 'GET' })),
    'native post': to(`/?${keys}`, () => ({ body: formOf(Object.entries(fields())), headers: headers() })),
    'native post of 600 fields': to(`/?${keys}`, () => ({
      body: formOf(Object.entries({ ...many, ...fields() })),
      headers: headers(),
    })),
    'native post of one field of 50 KB': to(`/?${keys}`, () => ({
      body: formOf(Object.entries(fields({ name: 'x'.repeat(50_000) }))),
      headers: headers(),
    })),
    action: to(`/?${keys}`, () => byScript(fields())),
    'action with a deep argument': to(`/?${keys}`, () => ({
      body: formOf([['0', `${'['.repeat(7_500)}${']'.repeat(7_500)}`]]),
      headers: { ...headers(), 'next-action': action },
    })),
    beacon: to('/funnel', () => ({
      body: ',page_viewed'.repeat(80),
      headers: { ...headers(), 'content-type': 'text/plain' },
    })),
    confirmation: to(`/confirm/${'a'.repeat(43)}/answer`, () => ({
      body: `shown=confirmation+2026-11&${'a&'.repeat(450)}`,
      headers: { ...headers(), ...confirmation },
    })),
    'function, a lead': lead,
    'function, without a key': () =>
      callFunction(chain, { body: '['.repeat(16_000), headers: { apikey: 'sb_secret_wrong' } }),
    'function, deep JSON': () => callFunction(chain, { body: `${'['.repeat(8_000)}${']'.repeat(8_000)}` }),
  }
}
