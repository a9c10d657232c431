import { openReceiver, type Post, webhookSecret } from '../../sql/open-receiver.ts'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { submitUnderKills } from '../harness/kill.ts'

/**
 * Visitors submit while the function is killed again and again. At the same time, the webhook receiver fails, hangs
 * and asks for a moment. (A redirect would rest it for a day.)
 */
export const webhooks: Experiment = {
  id: 'E28',
  title: 'webhooks under kills, with a receiver that fails',
  env: (ninthPort) => ({
    LEADS_WEBHOOK_URL: `http://127.0.0.1:${ninthPort}/leads`,
    LEADS_WEBHOOK_SECRET: webhookSecret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  }),
  async run(harness) {
    const { chain, toFunction, isFull } = harness
    await using receiver = await openFailingReceiver(harness)
    const count = isFull ? 1_000 : 200
    const { duplicates, figures } = await submitUnderKills(harness, {
      ...{ count, visitors: 10, by: toFunction, victims: ['function'], leastMs: 1_700 },
      until: `kind = 'webhook' and status = 'pending' and attempts = 0`,
    })
    receiver.isWell = true
    const settled = await harness.settle({ duplicates }, 900_000)

    const rows = await chain.query<{ id: string; submission_id: string; status: string; attempts: number }>(
      `select id, submission_id, status, attempts from private.outbox where kind = 'webhook'`,
    )
    const copiesOf = Map.groupBy(receiver.taken, ({ id }) => id)
    const lost = rows.filter(({ id, status }) => status !== 'sent' || !copiesOf.has(id))
    const strange = receiver.taken.filter(
      ({ id, submission }) => rows.find((row) => row.id === id)?.submission_id !== submission,
    )
    const unlike = [...copiesOf.values()].filter((copies) => new Set(copies.map(({ body }) => body)).size > 1)
    const unalike = strange.length + unlike.length
    return [
      figure('leads acknowledged', settled.acknowledged, { exactly: count }),
      figure('webhooks queued', rows.length, { exactly: count }),
      figure('webhooks lost', lost.length, { exactly: 0 }),
      figure('posts that failed, hung or were put off', receiver.refused, { least: 1 }),
      figure('webhooks taken again under the same id', receiver.taken.length - copiesOf.size, {
        most: duplicates,
      }),
      figure('copies that differ, or are of another lead', unalike, { exactly: 0 }),
      figure('attempts of one webhook', Math.max(...rows.map((row) => row.attempts))),
      ...figures,
      ...settled.figures,
    ]
  },
}

/**
 * Starts a receiver that accepts seven posts out of ten, or all of them if `isWell` is true. It verifies and stores
 * the posts that it accepts.
 */
async function openFailingReceiver({ random, ninthPort }: Harness) {
  const receiver = await openReceiver(ninthPort)
  const taken: { id: string; submission: unknown; body: string }[] = []
  const state = { ...receiver, taken, refused: 0, isWell: false }
  receiver.answer((request, response) => {
    const fate = state.isWell ? 9 : random.below(10)
    if (fate < 3) state.refused += 1
    if (fate === 0) response.writeHead(500).end('broken')
    if (fate === 1) response.writeHead(429, { 'retry-after': '1' }).end()
    if (fate === 2) setTimeout(() => request.socket.destroy(), 3_000)
    if (fate < 3) return
    const post = receiver.posts.at(-1) as Post
    const { submission_id: submission } = receiver.verify(post).data
    taken.push({ id: String(post.headers['webhook-id']), submission, body: post.body })
    // Some answers come late. A kill can then happen when the receiver has already accepted a post, but the function
    // has not recorded it yet.
    setTimeout(() => response.writeHead(204).end(), random.below(500))
  })
  return state
}
