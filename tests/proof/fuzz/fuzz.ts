import PostalMime from 'postal-mime'
import type { Answer } from '../../kit/answer.ts'
import type { Service } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import type { Harness } from '../harness/experiment.ts'
import { type Figure, figure } from '../harness/figure.ts'
import type { Way } from '../harness/ledger.ts'
import { watchMemory } from '../harness/processes.ts'

const controlEvery = 100
const longestName = `Ada ${'山'.repeat(190)}`
/**
 * The memory is not checked during the first calls, because the memory of a new process grows until its first garbage
 * collection.
 */
const warmUp = 2_000

type Target = {
  watched: Service[]
  send: () => Promise<Answer>
  isRight: (answer: Answer) => boolean
  /**
   * One call in a hundred sends a valid submission. This submission must be stored, whatever the other calls send.
   */
  control: Way
}

/** Sends malformed requests to a server, and a valid submission now and then. Returns the figures. */
export async function fuzz(harness: Harness, { watched, send, isRight, control }: Target): Promise<Figure[]> {
  const { chain, ledger, random } = harness
  const statuses: Record<string, number> = {}
  const names = new Map<string, string>()
  let wrong = 0
  const sendMany = (count: number) =>
    concurrently([...Array(count).keys()], 10, async (index) => {
      if (index % controlEvery === 0) {
        const submission = harness.submission(random.pick([{}, {}, { name: longestName }]))
        const { tries, isAcknowledged } = await ledger.sendUntilAcknowledged(submission, control)
        if (isAcknowledged && tries === 1) names.set(submission.email, submission.name)
      }
      const answer = await send()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (!isRight(answer)) wrong += 1
    })
  await sendMany(warmUp)
  const watching = watchMemory(chain, watched)
  const count = harness.sizeOf(10_000)
  await sendMany(count)
  const settled = await harness.settle()
  const memory = watching.stop()
  const controls = { exactly: (count + warmUp) / controlEvery }
  return [
    figure(`malformed requests, by status ${JSON.stringify(statuses)}`, count + warmUp),
    figure('answered wrongly', wrong, { exactly: 0 }),
    figure('valid submissions in between, acknowledged at once', names.size, controls),
    figure('complete names in the emails to the owner', await wholeNames(harness, names), controls),
    ...memory,
    ...settled.figures,
  ]
}

/** The emails leave out invisible characters, but not the joiners. */
const hidden = /(?!\p{Join_Control})\p{Cf}/gu

/**
 * Counts the people whose complete name is in the email to the owner. `names` contains the name for each
 * email address.
 */
async function wholeNames({ chain }: Harness, names: Map<string, string>): Promise<number> {
  const mails = await Promise.all((await chain.mails()).map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter(({ replyTo, text }) => {
    const name = names.get(replyTo?.[0]?.address ?? '')
    return (
      name &&
      text?.includes(`Name: ${name.normalize('NFC').replace(hidden, '').trim().replace(/\s+/gu, ' ')}\n`)
    )
  }).length
}
