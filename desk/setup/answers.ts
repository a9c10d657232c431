import { checkProductionEnv } from '../../lib/env-schema.ts'
import type { Terminal } from '../cli/terminal.ts'
import { ask, type Question, sayOpen } from './ask.ts'
import { thePage } from './hosted.ts'
import {
  hostQuestion,
  mailFailure,
  mailQuestions,
  type Outside,
  ownerQuestion,
  outside as ownOutside,
  regionQuestion,
  senderQuestion,
  siteQuestion,
  videoQuestion,
} from './questions.ts'
import { SetupError } from './setup-error.ts'
import { refOf } from './supabase.ts'
import { hostOf } from './vercel.ts'
import type { World } from './world.ts'

/** Or a word in place of an answer. */
const suggested = ({ fallback, read }: Question) => (fallback ? read(fallback) : 'open')

/** What a plan takes for an unanswered question. */
const inPlan: Record<string, string> = { SITE_URL: 'https://training.example.com' }

/**
 * A variable or a stored answer is checked and not asked. With `isPlan`, nothing is asked or stored. Throws a
 * SetupError if an answer is wrong and nobody can be asked again.
 */
export async function collectAnswers(
  world: World,
  terminal: Terminal,
  isPlan: boolean,
  outside: Outside = ownOutside,
): Promise<void> {
  if (!isPlan) needSender(world)
  if (!isPlan && terminal.stdin.isTTY && !world.get('MAIL_FROM'))
    terminal.stdout.write(
      '\n  Now the page and its emails. Enter takes the answer in brackets. Ctrl-C stops, and the next run goes on from there.\n',
    )
  const open: Question[] = []
  const get = async (question: Question) => {
    const given = world.get(question.variable)
    const isOpen = isPlan && given === undefined
    if (isOpen) open.push(question)
    const answer = isOpen
      ? (inPlan[question.variable] ?? (await suggested(question)))
      : await ask(terminal, question, given)
    if (isPlan) world.set(question.variable, answer)
    // After a stop at a later question, this one is not asked again.
    else world.store({ [question.variable]: answer })
    return answer
  }
  await get(hostQuestion)
  const siteUrl = await get(siteQuestion(outside))
  await get(videoQuestion)
  await get(ownerQuestion)
  const mailFrom = await get(senderQuestion(siteUrl))
  const isMailOpen = isPlan && !world.get('SMTP_URL') && !world.get('MAIL_PASSWORD')
  const mail = Object.values(mailQuestions(mailFrom))
  if (isMailOpen) open.push(...mail.filter(({ variable }) => !world.get(variable)))
  if (!world.get('SMTP_URL'))
    world.set('SMTP_URL', isMailOpen ? 'open' : await askMailLogin(world, terminal, mailFrom, outside))
  const region = regionQuestion(outside)
  if (!refOf(world)) await get(region)
  sayOpen(world.say, 'the page and its emails', open)
  if (open.length > 0)
    world.say(`\n  This plan takes the domain ${hostOf(world, thePage)}, and what is suggested.`)
  const names = ['SITE_URL', 'VIDEO_URL', 'OWNER_EMAIL', 'MAIL_FROM', 'SMTP_URL', 'PAGE_HOST']
  const left = ['SENDER', 'TERMS_LINK', 'PRIVACY_LINK'].filter((name) => world.get(name))
  const answers = [...names, ...left].map((name) => [name, world.get(name) ?? ''])
  // SMTP_URL holds what these were asked for.
  const done = mail.map(({ variable }) => [variable, undefined])
  if (!isPlan) world.store(Object.fromEntries([...answers, ...done]))
}

/** Asks until the mail server accepts it. Returns it as SMTP_URL. */
async function askMailLogin(
  world: World,
  terminal: Terminal,
  mailFrom: string,
  outside: Outside,
): Promise<string> {
  const questions = mailQuestions(mailFrom)
  for (let isFirst = true; ; isFirst = false) {
    const read = async (which: keyof typeof questions) => {
      const question = questions[which]
      const answer = await ask(terminal, question, isFirst ? world.get(question.variable) : undefined)
      if (question.isSecret) return answer
      // After a refusal, an empty line keeps what was typed. After a stop, the question is not asked again.
      question.fallback = answer
      world.store({ [question.variable]: answer })
      return answer
    }
    const [host, port, user] = [await read('host'), await read('port'), await read('user')]
    const password = await read('password')
    world.keep(password)
    try {
      await outside.signIn({ host, port: Number(port), user, password })
      const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
      return `${port === '465' ? 'smtps' : 'smtp'}://${login}@${host}:${port}`
    } catch (error) {
      const sentence = `The mail server ${host}:${port} did not take the login: ${world.mask(mailFailure(error))}`
      if (!terminal.stdin.isTTY) throw new SetupError(sentence)
      terminal.stdout.write(`\n  ${sentence} Check each answer.\n`)
    }
  }
}

/** Throws a SetupError unless the operator said that it is meant. */
function needSender(world: World): void {
  const names = ['SENDER', 'TERMS_LINK', 'PRIVACY_LINK']
  const isMissing = (name: string) => {
    try {
      checkProductionEnv({ [name]: world.get(name) })
      return false
    } catch (error) {
      return (error as Error).message.includes(`${name} `)
    }
  }
  const missing = names.filter(isMissing)
  if (missing.length > 0)
    throw new SetupError(
      `Most laws require a page to say who runs it. Set LEGAL_NAME, POSTAL_ADDRESS, CONTACT, TERMS_URL and PRIVACY_URL, or run this where somebody can answer. To go live without, set ${missing.map((name) => `${name}=none`).join(' ')}.`,
    )
}
