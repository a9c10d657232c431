import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { atOnce } from '../../supabase/functions/send-lead-email/deliver.ts'
import { makeSubmissions } from '../../tests/kit/submission.ts'
import { submitToFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, type Harness, settle } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { killRepeatedly } from '../harness/kill.ts'
import { untilNoMail } from '../harness/outbox.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const receiverPort = (port: number) => port + 8
const visitors = 10

/** Visitors submit while the function is killed again and again, and a receiver of webhooks fails, hangs and redirects. */
export const webhooks: Experiment = {
  id: 'E28',
  title: 'webhooks under kills, with a receiver that fails',
  env: (port) => ({
    LEADS_WEBHOOK_URL: `http://127.0.0.1:${receiverPort(port)}/leads`,
    LEADS_WEBHOOK_SECRET: secret,
    LEADS_WEBHOOK_PRIVATE: 'allow',
  }),
  async run(harness) {
    const { chain, ledger, random, isFull } = harness
    const receiver = await openReceiver(harness)
    const count = isFull ? 1_000 : 200
    const stopKilling = killRepeatedly(harness, ['function'], 1_700)
    const results = await concurrently(makeSubmissions(random, count), visitors, (submission) =>
      submitUntilAcknowledged(submission, ledger, () => submitToFunction(chain, submission)),
    )
    const untried = `kind = 'webhook' and status = 'pending' and attempts = 0`
    await untilNoMail(chain, 'every webhook was tried', untried, 900_000)
    const { function: kills = 0 } = await stopKilling()
    receiver.recover()
    const { acknowledged, figures } = await settle(harness, { duplicates: atOnce * kills }, 900_000)
    await receiver.close()

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
      figure('kills of the function', kills, { least: 1 }),
      figure('leads acknowledged', acknowledged, { exactly: count }),
      figure('webhooks owed', rows.length, { exactly: count }),
      figure('webhooks lost', lost.length, { exactly: 0 }),
      figure('posts that failed, hung or were redirected', receiver.refused(), { least: 1 }),
      figure('webhooks taken again under the same id', receiver.taken.length - copiesOf.size, {
        most: atOnce * kills,
      }),
      figure('copies that differ, or are of another lead', unalike, { exactly: 0 }),
      figure('attempts of one webhook', Math.max(...rows.map((row) => row.attempts))),
      figure('tries of one visitor', Math.max(...results.map((result) => result.tries))),
      ...figures,
    ]
  },
}

/** A receiver that takes seven posts of ten, until `recover`; it keeps those it took, once the signature is verified. */
async function openReceiver({ chain, random }: Harness) {
  const webhook = new Webhook(secret)
  const taken: { id: string; submission: string; body: string }[] = []
  let refused = 0
  let isWell = false
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const fate = isWell ? 9 : random.below(10)
    if (fate < 3) refused += 1
    if (fate === 0) response.writeHead(500).end('broken')
    if (fate === 1) response.writeHead(302, { location: request.url }).end()
    if (fate === 2) setTimeout(() => request.socket.destroy(), 3_000)
    if (fate < 3) return
    const headers = request.headers as Record<string, string>
    const event = webhook.verify(body, headers) as { data: { submission_id: string } }
    taken.push({ id: String(headers['webhook-id']), submission: event.data.submission_id, body })
    // Now and then the answer is late, so that a kill finds posts that were taken and not noted.
    setTimeout(() => response.writeHead(204).end(), random.below(500))
  })
  await once(server.listen(receiverPort(chain.settings.pagePort), '127.0.0.1'), 'listening')
  return {
    taken,
    refused: () => refused,
    recover() {
      isWell = true
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
