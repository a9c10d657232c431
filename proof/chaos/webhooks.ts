import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Experiment, Harness } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { submitUnderKills } from '../harness/kill.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Visitors submit while the function is killed again and again. The receiver of webhooks fails, hangs and redirects. */
export const webhooks: Experiment = {
  id: 'E28',
  title: 'webhooks under kills, with a receiver that fails',
  env: (ninthPort) => ({
    LEADS_WEBHOOK_URL: `http://127.0.0.1:${ninthPort}/leads`,
    LEADS_WEBHOOK_SECRET: secret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  }),
  async run(harness) {
    const { chain, toFunction, isFull } = harness
    const receiver = await openReceiver(harness)
    const count = isFull ? 1_000 : 200
    const { duplicates, figures } = await submitUnderKills(
      harness,
      { count, visitors: 10, by: toFunction },
      {
        victims: ['function'],
        leastMs: 1_700,
        until: `kind = 'webhook' and status = 'pending' and attempts = 0`,
      },
    )
    receiver.isWell = true
    const settled = await harness.settle({ duplicates }, 900_000)
    receiver.close()

    const rows = await chain.query<{ id: string; submission_id: string; status: string; attempts: number }>(
      `select id, submission_id, status, attempts from public.outbox where kind = 'webhook'`,
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
      figure('webhooks owed', rows.length, { exactly: count }),
      figure('webhooks lost', lost.length, { exactly: 0 }),
      figure('posts that failed, hung or were redirected', receiver.refused, { least: 1 }),
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

/** Starts a receiver that takes seven of ten posts, or every post once it `isWell`. It verifies and keeps what it takes. */
async function openReceiver({ random, ninthPort }: Harness) {
  const webhook = new Webhook(secret)
  const taken: { id: string; submission: string; body: string }[] = []
  const receiver = { taken, refused: 0, isWell: false, close }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const fate = receiver.isWell ? 9 : random.below(10)
    if (fate < 3) receiver.refused += 1
    if (fate === 0) response.writeHead(500).end('broken')
    if (fate === 1) response.writeHead(302, { location: request.url }).end()
    if (fate === 2) setTimeout(() => request.socket.destroy(), 3_000)
    if (fate < 3) return
    const headers = request.headers as Record<string, string>
    const event = webhook.verify(body, headers) as { data: { submission_id: string } }
    taken.push({ id: String(headers['webhook-id']), submission: event.data.submission_id, body })
    // Some answers come late. So some kills happen after the receiver took a post and before the function noted it.
    setTimeout(() => response.writeHead(204).end(), random.below(500))
  })
  await once(server.listen(ninthPort, '127.0.0.1'), 'listening')
  return receiver

  function close() {
    server.close()
    server.closeAllConnections()
  }
}
