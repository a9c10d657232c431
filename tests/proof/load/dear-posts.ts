import { setTimeout as pause } from 'node:timers/promises'
import { answerTo, type Call } from '../../kit/answer.ts'
import { freePort } from '../../kit/listen.ts'
import { actionCall, actionId, openForm } from '../../kit/post-form.ts'
import { startCaddy } from '../harness/caddy.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { type Figure, figure, noneOf, percentile } from '../harness/figure.ts'
import { documentedSettings } from '../harness/nginx.ts'
import { startSender, type Target } from './sender.ts'

const [perSecond, secondsOfTurn, rounds, mostTimes] = [20, 2, 40, 2]
/** Times below this many milliseconds are noise. The slowest of a hundred pages can take twice as long by chance. */
const noise = 10
/**
 * The cookie and the query are made from these keys. They are just short enough for both proxies, which limit the
 * length of a header line.
 */
const keys = Array.from({ length: 2_000 }, (_, key) => key.toString(36))
const [cookie, query] = [
  keys
    .map((key) => `${key}=`)
    .join(';')
    .slice(0, 7_500),
  keys.join('&').slice(0, 7_500),
]
const long = Buffer.alloc(900_000, 'x')

/**
 * Visitors open the page and post the form while twenty expensive requests a second arrive. This is done for each
 * kind of expensive request, and each time without a proxy, behind nginx and behind Caddy.
 */
export const dearPosts: Experiment = {
  id: 'L6',
  title: `the page beside ${perSecond} dear requests a second of each kind, behind nginx, Caddy and no proxy`,
  nginx: documentedSettings,
  needsCaddy: true,
  async run(harness) {
    const { chain, folder, frontUrl } = harness
    await using caddy = await startCaddy(folder, await freePort(), chain.settings.pagePort)
    const fronts = { 'no proxy': chain.pageUrl, nginx: frontUrl, Caddy: caddy.url }
    const figures: Figure[] = []
    for (const [name, pageUrl] of Object.entries(fronts))
      figures.push(...(await visit(harness, name, pageUrl)))
    return figures
  },
}

async function visit(harness: Harness, front: string, pageUrl: string): Promise<Figure[]> {
  const { random, sizeOf, submission } = harness
  const post = await openForm({ pageUrl }, random)
  const kinds = await kindsOf(pageUrl)
  await using sender = startSender()
  const refused: string[] = []
  /**
   * Opens the page again and again, and posts the form now and then. Returns how many milliseconds each page took.
   */
  const open = async (kind: string) => {
    const times: number[] = []
    for (const end = performance.now() + secondsOfTurn * 1_000; performance.now() < end; await pause(20)) {
      const page = await answerTo(pageUrl, { method: 'GET' })
      times.push(page.ms)
      if (page.status !== 200) refused.push(`the page beside ${kind}: ${page.status}`)
      if (times.length % 10 > 0) continue
      const { outcome, status } = await post(submission())
      if (outcome !== 'success') refused.push(`a lead beside ${kind}: ${outcome} ${status}`)
    }
    return times
  }
  const beside = async (kind: string, target?: Target) => {
    const sending = target && sender.send({ ...target, perSecond, seconds: secondsOfTurn })
    const times = await open(kind)
    await sending
    return times
  }

  const turns: Record<string, Target | undefined> = { nothing: undefined }
  for (const [kind, { dear, usual }] of Object.entries(kinds))
    Object.assign(turns, { [`usual ${kind}`]: usual, [kind]: dear })
  const times = new Map(Object.keys(turns).map((kind) => [kind, [] as number[]]))
  await beside('nothing')
  for (let round = 0; round < sizeOf(rounds); round += 1)
    for (const [kind, target] of Object.entries(turns)) times.get(kind)?.push(...(await beside(kind, target)))

  const worst = (kind: string) => percentile(times.get(kind) ?? [], 0.99)
  return [
    noneOf(`${front}: visitors who were refused`, refused),
    figure(`${front}: 99 of 100 pages beside nothing, ms`, worst('nothing')),
    ...Object.keys(kinds).flatMap((kind) => {
      const usual = worst(`usual ${kind}`)
      return [
        figure(`${front}: – usual ${kind}`, usual),
        figure(`${front}: – ${kind}`, worst(kind), {
          most: mostTimes * Math.max(usual, worst('nothing'), noise),
        }),
      ]
    }),
  ]
}

/** Returns all kinds of expensive requests. Each comes with the same request without the expensive part. */
async function kindsOf(pageUrl: string): Promise<Record<string, { dear: Target; usual: Target }>> {
  const action = await actionId({ pageUrl })
  const token = crypto.randomUUID()
  const to = (path: string, call: Call) => ({ url: `${new URL(pageUrl).href}${path}`, call })
  const bodies = (path: string) => ({ dear: to(path, { body: long }), usual: to(path, { body: 'x' }) })
  const called = async (name: string) => {
    const { body, headers } = actionCall(action, { name }, {})
    const form = new Response(body as FormData)
    const type = { 'content-type': form.headers.get('content-type') ?? '' }
    return to('', { body: await form.bytes(), headers: { ...headers, ...type } })
  }
  const question = `confirm/${token}/ask`
  return {
    'long beacons': bodies('funnel'),
    'long confirmations': bodies(`confirm/${token}/answer`),
    'long steps of a video': bodies(`watch/${token}/watched`),
    'long calls of the action': { dear: await called(`${long}`), usual: await called('') },
    'beacons with cookies': {
      dear: to('funnel', { body: 'x', headers: { cookie } }),
      usual: to('funnel', { body: 'x' }),
    },
    'questions with cookies': {
      dear: to(question, { method: 'GET', headers: { cookie } }),
      usual: to(question, { method: 'GET' }),
    },
    'long queries': { dear: to(`?${query}`, { method: 'GET' }), usual: to('', { method: 'GET' }) },
  }
}
