import { randomBytes } from 'node:crypto'
import type { Terminal } from '../cli/terminal.ts'
import { ask, type Question } from './ask.ts'
import { calendarPart } from './calendar.ts'
import { deskPart } from './desk.ts'
import { metaPart } from './meta.ts'
import type { PartName } from './part-names.ts'
import { asFunctionReads } from './questions.ts'
import { SetupError } from './setup-error.ts'
import { runSteps, type Step } from './step.ts'
import { backupLogin } from './steps/backup-login.ts'
import { dailyDoctor } from './steps/daily-doctor.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { schema } from './steps/schema.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { needRef } from './supabase.ts'
import { type Environment, openWorld, type World } from './world.ts'

type Part = {
  questions: (world: World) => Question[]
  steps: Step[] | ((world: World) => Step[])
  left: (world: World) => string[]
}

const secretSteps = [supabaseLogin, supabaseProject, functionSecrets]
const addressOf = (world: World, path: string) =>
  `https://${needRef(world)}.supabase.co/functions/v1/send-lead-email/${path}`

/** Demands an answer unless there is a fallback. */
const needed = (variable: string, fallback?: () => string) => (typed: string) => {
  const value = typed || fallback?.()
  if (!value) throw new SetupError('It is needed.')
  const mistake = mistakes[variable]?.find(([pattern]) => pattern.test(value))
  if (mistake) throw new SetupError(mistake[1])
  return asFunctionReads(variable)(value)
}

/** What the vendor shows beside the right value, or what is often left out. */
const mistakes: Record<string, [pattern: RegExp, sentence: string][]> = {
  LEADS_WEBHOOK_URL: [
    [/^http:/i, 'It must begin with https://, because the data of your leads is in each post.'],
    [/^(?!https:)/i, 'This is no address. Copy it from the CRM, from https:// on.'],
  ],
  LEADS_WEBHOOK_SECRET: [
    [
      /^(?!whsec_)/,
      'It must begin with whsec_. Press Enter for a new one, which you then give to the receiver.',
    ],
  ],
  RESEND_WEBHOOK_SECRET: [
    [/^re_/, 'This is an API key. Open the webhook at Resend, and copy its signing secret (whsec_…).'],
  ],
  SES_TOPIC_ARN: [
    [
      /^arn:[^:]*:ses:/,
      'This is the ARN of a domain or an address. Open Amazon SNS, and copy that of the topic.',
    ],
    [/^https:/i, 'This is an address. Open Amazon SNS, and copy the ARN of the topic.'],
  ],
  TWILIO_AUTH_TOKEN: [
    [/^AC[0-9a-f]{32}$/i, 'This is the Account SID. The Auth Token stands below it.'],
    [/^SK[0-9a-f]{32}$/i, 'This is the SID of an API key. The function needs the Auth Token of the account.'],
  ],
}

const secretQuestion = (
  variable: string,
  question: string,
  why: string,
  fallback?: () => string,
): Question => ({ variable, question, why, isSecret: true, read: needed(variable, fallback) })

const providers: Record<string, { secret: Question; where: string }> = {
  postmark: {
    secret: secretQuestion(
      'POSTMARK_WEBHOOK_PASSWORD',
      'The password for Postmark, or nothing for a new one',
      'Postmark sends it with each report.',
      () => randomBytes(16).toString('hex'),
    ),
    where:
      'Webhooks: Bounce, Spam Complaint and Subscription Change, with basic auth: any user, and POSTMARK_WEBHOOK_PASSWORD of operator.env',
  },
  resend: {
    secret: secretQuestion(
      'RESEND_WEBHOOK_SECRET',
      'The signing secret of the webhook (whsec_…)',
      'Make the webhook first.',
    ),
    where: 'Webhooks: email.bounced, email.complained, email.suppressed and email.failed',
  },
  mailgun: {
    secret: secretQuestion(
      'MAILGUN_SIGNING_KEY',
      'The HTTP webhook signing key',
      'Mailgun signs each report with it.',
    ),
    where: 'Webhooks: permanent failure, spam complaints and unsubscribes',
  },
  ses: {
    secret: {
      variable: 'SES_TOPIC_ARN',
      question: 'The ARN of the topic',
      why: 'The function accepts reports only from this SNS topic.',
      read: needed('SES_TOPIC_ARN'),
    },
    where: 'SNS: subscribe the topic by HTTPS without raw delivery',
  },
}
const providerQuestion: Question = {
  variable: 'MAIL_PROVIDER',
  question: `The mail provider (${Object.keys(providers).join(', ')})`,
  why: 'The provider then reports which emails bounced, and who complained.',
  read: (typed) => {
    const name = typed.toLowerCase().replace(/^(?:amazon|aws) ?(?=ses$)/, '')
    if (!Object.hasOwn(providers, name))
      throw new SetupError('Type postmark, resend, mailgun or ses. No other provider can report here.')
    return name
  },
}
const providerOf = (world: World) => providers[world.get('MAIL_PROVIDER') ?? '']

/** By the name after `npm run setup --`. docs/deploy.md says what each is for. */
export const parts: Record<PartName, Part> = {
  webhook: {
    questions: () => [
      {
        variable: 'LEADS_WEBHOOK_URL',
        question: 'The address that the CRM gives you',
        why: 'Each lead is posted to it.',
        isSecret: true,
        read: needed('LEADS_WEBHOOK_URL'),
      },
      secretQuestion(
        'LEADS_WEBHOOK_SECRET',
        'The secret (whsec_…), or nothing for a new one',
        'The receiver verifies each post with it.',
        () => `whsec_${randomBytes(32).toString('base64')}`,
      ),
    ],
    steps: secretSteps,
    left: () => [
      'Give the receiver LEADS_WEBHOOK_SECRET of operator.env. Then submit the form: it should get a lead.created.',
    ],
  },
  bounces: {
    questions: (world) => [providerQuestion, ...[providerOf(world)?.secret ?? []].flat()],
    steps: secretSteps,
    left: (world) => [
      `Enter ${addressOf(world, `mail-events/${world.get('MAIL_PROVIDER')}`)} at the provider. ${providerOf(world)?.where}.`,
      'Let the provider send a test report. Its log must show 200.',
    ],
  },
  texts: {
    questions: () => [
      secretQuestion('TWILIO_AUTH_TOKEN', 'The Auth Token of Twilio', 'Twilio signs each message with it.'),
    ],
    steps: secretSteps,
    left: (world) => [
      `In Twilio, open the messaging service, and enter for incoming messages, with POST: ${addressOf(world, 'texts/twilio#rc=5&rp=all')}`,
      'Text STOP from your phone. The page Texting of the desk should list your number.',
    ],
  },
  calendar: calendarPart,
  backup: {
    questions: () => [],
    // After a loss, a new project needs only this before a restore.
    steps: [supabaseLogin, supabaseProject, schema, backupLogin],
    left: () => [
      'Run npm run backup, now and by the calendar, or npm run restore -- <file> (docs/operate.md, Backup and restore).',
    ],
  },
  desk: deskPart,
  meta: metaPart,
  doctor: {
    questions: () => [],
    steps: [dailyDoctor],
    left: () => [
      'Commit .github/workflows/doctor.yml and prod-ca-2021.crt to your private repository.',
      'On GitHub (Settings, Secrets and variables, Actions), set the secrets SUPABASE_URL, SUPABASE_SECRET_KEY, SITE_URL and VIDEO_URL as in operator.env, and SUPABASE_DB_URL with a login of its own (docs/operate.md).',
      'Run the workflow once by hand.',
    ],
  },
}

/** Returns the exit code: 0 if only what it says is left, 1 if it stopped. */
export async function setUpPart(
  environment: Environment,
  terminal: Terminal,
  name: PartName,
  isPlan = false,
): Promise<number> {
  const part = parts[name]
  const world = openWorld({ ...environment, terminal, isPlan })
  const known: string[] = []
  try {
    needRef(world)
    // An answer can lead to another question.
    for (let at = 0; at < part.questions(world).length; at++) {
      const question = part.questions(world)[at] as Question
      const given = world.get(question.variable)
      if (given !== undefined && !question.isPassing) known.push(question.variable)
      const answer = await ask(terminal, question, given)
      if (question.isPassing) world.keep(answer)
      if (isPlan || question.isPassing) world.set(question.variable, answer)
      else world.store({ [question.variable]: answer })
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    world.say(world.mask(`  ${error.message}`))
    return 1
  }
  if (known.length > 0)
    world.say(
      `  Not asked again: ${known.join(', ')}. To change one, delete its line in operator.env, and run this again.`,
    )
  const steps = typeof part.steps === 'function' ? part.steps(world) : part.steps
  if (!(await runSteps(world, steps, isPlan))) return 1
  world.say('\n  Still to do')
  for (const todo of [...world.stillToDo(), ...part.left(world)]) world.say(`  - ${world.mask(todo)}`)
  return 0
}
