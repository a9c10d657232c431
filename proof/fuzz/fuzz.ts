import PostalMime from 'postal-mime'
import { type Answer, answerTo } from '../harness/answer.ts'
import { callFunction, submitToFunction } from '../harness/call-function.ts'
import type { Service } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect, type Harness, settle, sizeOf } from '../harness/experiment.ts'
import { watchMemory } from '../harness/memory.ts'
import { actionId, hiddenFields, openForm } from '../harness/post-form.ts'
import { makeSubmission, type Submission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { longestEvidence } from './longest-evidence.ts'
import { malformedCall } from './malformed-call.ts'
import { malformedPost } from './malformed-post.ts'

const controlEvery = 100
const longestName = `Ada ${'山'.repeat(190)}`
/** The number of first calls during which memory is not watched: a new process grows until its first collection. */
const warmUp = 2_000

type Target = {
  watched: Service[]
  send: () => Promise<Answer>
  isRight: (answer: Answer) => boolean
  /** Sends a valid submission: one call in a hundred, which must be stored whatever is sent in between. */
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
  const { stored } = await settle(harness)
  const used = memory.stop()
  const whole = await wholeNames(harness, names)
  const controls = (count + warmUp) / controlEvery
  const figures = `${count + warmUp} sent ${JSON.stringify(statuses)}, ${wrong} answered wrongly, controls ${names.size} of ${controls}, stored ${stored}, complete names in the owner's mails ${whole}, ${used.figures}`
  expect(wrong === 0 && names.size === controls && stored === controls && whole === controls, figures)
  expect(used.isBounded, figures)
  return figures
}

/** Counts the people, names by e-mail address, whose complete name is in the owner's mail. */
async function wholeNames({ chain }: Harness, names: Map<string, string>): Promise<number> {
  const mails = await Promise.all((await chain.mails()).map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter(({ replyTo, text }) => {
    const name = names.get(replyTo?.[0]?.address ?? '')
    return name && text?.includes(`Name: ${name.trim().normalize('NFC').replace(/\s+/gu, ' ')}\n`)
  }).length
}

/** Calls without a valid lead, or with a wrong key or method: each must be answered as the caller's mistake. */
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

/** Posts without a valid lead: no answer may unlock the video or hold a stack trace. Next answers 500 to calls that it cannot parse. */
export const fuzzPage: Experiment = {
  id: 'E11',
  title: 'malformed posts to the page',
  run: async (harness) => {
    const { chain, random } = harness
    const [hidden, action] = [await hiddenFields(chain), await actionId(chain)]
    const post = await openForm(chain, random)
    return fuzz(harness, {
      watched: ['next', 'function'],
      send: () => answerTo(chain.pageUrl, malformedPost(random, hidden, action), () => 'invalid'),
      isRight: ({ status, body }) =>
        !/node_modules|\.next\/|at async |file:\/\/|<iframe/.test(body) &&
        (status < 500 || body.length <= 100),
      control: (submission) => post(submission, longestEvidence(chain, random)),
    })
  },
}
