import { createHash } from 'node:crypto'
import { postEvents, readAnswer } from '../../supabase/functions/send-lead-email/ads/meta.ts'
import type { Question } from './ask.ts'
import { asFunctionReads } from './questions.ts'
import { SetupError } from './setup-error.ts'
import type { Step } from './step.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'

const questions: Question[] = [
  {
    variable: 'META_DATASET_ID',
    question: 'The id of the dataset (Events Manager, Settings)',
    why: 'Meta is told there who became a lead, booked a call and bought.',
    read: asFunctionReads('META_DATASET_ID'),
  },
  {
    variable: 'META_ACCESS_TOKEN',
    question: 'The access token (Events Manager, Settings, Conversions API, Generate access token)',
    why: 'The function proves itself to Meta with it. It is kept in operator.env and at Supabase alone.',
    isSecret: true,
    read: asFunctionReads('META_ACCESS_TOKEN'),
  },
  {
    variable: 'META_TEST_CODE',
    question: 'The test code (Events Manager, Test events), such as TEST12345',
    why: 'A test event is sent with it, which Meta shows there and does not count.',
    isPassing: true,
    read: (typed) => {
      if (!/^TEST\d{1,15}$/i.test(typed)) throw new SetupError('This is not a test code.')
      return typed.toUpperCase()
    },
  },
]

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** About an invented lead, before anything is stored at Supabase. */
const testEvent: Step = {
  name: 'test event',
  look: async () => ({ todo: 'send a test event to Meta' }),
  do: async (world) => {
    const settings = {
      dataset: world.get('META_DATASET_ID') ?? '',
      token: world.get('META_ACCESS_TOKEN') ?? '',
    }
    const event = {
      event_name: 'Lead',
      event_time: Math.floor(Date.now() / 1000),
      event_id: crypto.randomUUID(),
      action_source: 'system_generated',
      user_data: { em: [hash('test@example.com')], country: [hash('us')] },
    }
    const signal = AbortSignal.timeout(30_000)
    const answer = await postEvents(settings, [event], signal, world.get('META_TEST_CODE'))
      .then(async (response) => readAnswer(response.status, await response.text()))
      .catch(() => {
        throw new SetupError('Meta does not answer. → Run it again in a few minutes')
      })
    if ('took' in answer)
      return `Meta took ${answer.took} event${answer.trace ? ` (${answer.trace})` : ''}. Look at Test events.`
    throw new SetupError(
      `Meta answered: ${world.mask(answer.error)}. → ${answer.isOfAccount ? 'Check the id of the dataset, and make the token in the settings of that dataset' : 'Look up the answer, then run it again'}`,
    )
  },
}

export const metaPart = {
  questions: () => questions,
  steps: [testEvent, supabaseLogin, supabaseProject, functionSecrets],
  left: () => [
    'If you sell, set the currency on the page Settings of the desk. Without it, no sale is told.',
    'Say in your privacy policy that Meta gets hashed contact data. People outside the US, Canada and Australia are told of only if site/consent-texts.ts names a text that agrees to it (adConsentVersions).',
    'To end it, unset META_DATASET_ID and META_ACCESS_TOKEN of the function, and delete them from operator.env.',
  ],
}
