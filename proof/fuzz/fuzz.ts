import PostalMime from 'postal-mime'
import { type Answer, answerTo } from '../harness/answer.ts'
import { callFunction, submitToFunction } from '../harness/call-function.ts'
import type { Service } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness, sizeOf } from '../harness/experiment.ts'
import { watchMemory } from '../harness/memory.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { hiddenFields, openForm } from '../harness/post-form.ts'
import { makeSubmission, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { longestEvidence } from './longest-evidence.ts'
import { malformedCall } from './malformed-call.ts'
import { malformedPost } from './malformed-post.ts'

const controlEvery = 100
const longestName = `Ada ${'山'.repeat(490)}`
/** A server that has just started takes memory until it first has reason to clean up, which is no leak. */
const warmUp = 2_000

type Target = {
  watched: Service[]
  send: () => Promise<Answer>
  isRight: (answer: Answer) => boolean
  /** Sends a valid submission: one in a hundred is to be stored, whatever comes between. */
  control: (submission: Submission) => Promise<Answer>
}

async function fuzz(harness: Harness, { watched, send, isRight, control }: Target): Promise<string> {
  const { chain, ledger, random } = harness
  const statuses: Record<string, number> = {}
  const names = new Map<string, string>()
  let wrong = 0
  const sendMany = (count: number) =>
    concurrently([...Array(count).keys()], 10, async (index) => {
      if (index % controlEvery === 0) {
        const submission = makeSubmission(random, random.pick([{}, {}, { name: longestName }]))
        const { tries, isAcknowledged } = await submitUntilAcknowledged(submission, ledger, control)
        if (isAcknowledged && tries === 1) names.set(submission.email, submission.name)
      }
      const answer = await send()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (!isRight(answer)) wrong += 1
    })
  await sendMany(warmUp)
  const memory = watchMemory(chain, watched)
  const count = sizeOf(harness, 10_000)
  await sendMany(count)
  await outboxEmpty(chain)
  const used = memory.stop()
  const { stored } = await verify(chain, ledger)
  const whole = await wholeNames(harness, names)
  const controls = (count + warmUp) / controlEvery
  const figures = `${count + warmUp} sent ${JSON.stringify(statuses)}, ${wrong} answered wrongly, controls ${names.size} of ${controls}, stored ${stored}, names whole in the owner's mail ${whole}, ${used.figures}`
  expect(wrong === 0 && names.size === controls && stored === controls && whole === controls, figures)
  expect(used.isBounded, figures)
  return figures
}

/** How many of the people, names by address, stand in the owner's mails as they called themselves. */
async function wholeNames({ chain }: Harness, names: Map<string, string>): Promise<number> {
  const mails = await Promise.all((await chain.mails()).map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter(({ replyTo, text }) => {
    const name = names.get(replyTo?.[0]?.address ?? '')
    return name && text?.includes(`Name: ${name.trim().normalize('NFC').replace(/\s+/gu, ' ')}\n`)
  }).length
}

/** Calls that hold no valid lead, or come with a wrong key or method. */
export const fuzzFunction: Experiment = {
  id: 'E12',
  title: 'malformed calls to the function',
  run: (harness) => {
    const { chain, random } = harness
    const { secretKey } = chain.settings
    return fuzz(harness, {
      watched: ['function', 'gateway'],
      send: () => callFunction(chain, malformedCall(random, secretKey)),
      isRight: ({ outcome }) => outcome === 'invalid' || outcome === 'unauthorised',
      control: (submission) => submitToFunction(chain, submission),
    })
  },
}

/** Posts to the page that hold no valid lead. Next answers what it cannot read with 500: its own body, no stack. */
export const fuzzPage: Experiment = {
  id: 'E11',
  title: 'malformed posts to the page',
  run: async (harness) => {
    const { chain, random } = harness
    const hidden = await hiddenFields(chain)
    const post = await openForm(chain, random)
    return fuzz(harness, {
      watched: ['next', 'function'],
      send: () => answerTo(chain.pageUrl, malformedPost(random, hidden), () => 'invalid'),
      isRight: ({ status, body }) =>
        !/node_modules|\.next\/|at async |file:\/\/|<iframe/.test(body) &&
        (status < 500 || body.length <= 100),
      control: (submission) => post(submission, longestEvidence(chain, random)),
    })
  },
}
