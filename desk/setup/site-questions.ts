import type { Terminal } from '../cli/terminal.ts'
import { ask, type Question, sayOpen } from './ask.ts'
import { readOperatorFile, writeOperatorFile } from './operator-file.ts'
import { SetupError } from './setup-error.ts'
import { readSiteFile, writeDigest, writeSiteFile } from './site-file.ts'

type Name = 'brand' | 'legalName' | 'postalAddress' | 'contact' | 'terms' | 'privacy' | 'booking'

const line = (typed: string) => {
  if (!typed) throw new SetupError('It is needed.')
  if (/\p{Cc}/u.test(typed) || typed.length > 200)
    throw new SetupError('Take one line of at most 200 characters.')
  return typed
}

const address = (typed: string) => {
  if (typed === 'none' || /^\/[\w./-]+$/.test(typed)) return typed
  const url = URL.parse(/^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(typed) ? `https://${typed}` : typed)
  if (url?.protocol !== 'https:')
    throw new SetupError('This is no address that begins with https://. `none` means that there is none.')
  return url.href
}

/** For site/. A variable of operator.env tells the build what was left out. */
export const siteQuestions: Record<Name, Question & { leftOut?: string }> = {
  brand: {
    variable: 'BRAND',
    question: 'The name of your brand',
    why: 'The page, the emails and the consent text show your brand.',
    read: (typed) => {
      if (line(typed).length > 60) throw new SetupError('Take at most 60 characters.')
      return typed
    },
  },
  legalName: {
    variable: 'LEGAL_NAME',
    question: 'The legal name of the company or person behind it, or none',
    why: 'Most laws require the page to say who runs it: a name, a postal address and a contact.',
    leftOut: 'SENDER',
    read: line,
  },
  postalAddress: {
    variable: 'POSTAL_ADDRESS',
    question: 'Its postal address in one line, or none',
    why: 'The address stands at the bottom of the page and of the emails, and with the consent text.',
    leftOut: 'SENDER',
    read: line,
  },
  contact: {
    variable: 'CONTACT',
    question: 'An email address or a phone number for visitors, or none',
    why: 'Visitors reach you there, and say there that they want no more messages. It must work for at least 60 days after each email.',
    leftOut: 'SENDER',
    read: (typed) => {
      if (typed !== 'none' && !/^\S+@\S+\.\S+$|^[+\d][\d ().-]{5,}$/.test(line(typed)))
        throw new SetupError('This is neither an email address nor a phone number.')
      return typed
    },
  },
  terms: {
    variable: 'TERMS_URL',
    question: 'The address of your page with the terms, or none',
    why: 'Phone companies and most laws want a link to your terms on the page.',
    leftOut: 'TERMS_LINK',
    read: address,
  },
  privacy: {
    variable: 'PRIVACY_URL',
    question: 'The address of your privacy page, or none',
    why: 'Your privacy page says what you do with the data of your visitors.',
    leftOut: 'PRIVACY_LINK',
    read: address,
  },
  booking: {
    variable: 'BOOKING_URL',
    question: 'The address where visitors book a call, or none',
    why: 'A button below the video leads to your calendar.',
    read: address,
  },
}

type Where = { folder: string; env: Record<string, string | undefined> }

/**
 * What is in site/ is not asked again. Without a terminal, only variables count. Returns the names of what
 * was asked. Throws a SetupError for a wrong answer.
 */
export async function askForSite(
  { folder, env }: Where,
  terminal: Terminal,
  isPlan: boolean,
): Promise<string[]> {
  const answers = readSiteFile(folder)
  const stored = readOperatorFile(`${folder}/operator.env`)
  const isOut = (variable: string | undefined) => variable && (env[variable] || stored[variable])
  const asked: string[] = []
  const open: Question[] = []
  const leftOut: Record<string, string> = {}
  try {
    for (const [name, question] of Object.entries(siteQuestions) as [Name, (typeof siteQuestions)[Name]][]) {
      const given = env[question.variable] || undefined
      const isKnown = answers[name] !== undefined || isOut(question.leftOut)
      if (given === undefined && isPlan && !isKnown) open.push(question)
      if (given === undefined && (isKnown || isPlan || !terminal.stdin.isTTY)) continue
      if (given !== undefined && given === answers[name]) continue
      if (asked.length === 0 && given === undefined)
        terminal.stdout.write(
          '\n  Some questions, and then your page goes live. First, who you are.\n  Ctrl-C stops. You can run this again at any time.\n',
        )
      answers[name] = await ask(terminal, question, given)
      if (answers[name] === 'none' && question.leftOut) leftOut[question.leftOut] = 'none'
      asked.push(name)
    }
  } finally {
    // After a stop at a later question, these are not asked again. A merge may also bring a newer consent
    // text.
    if (!isPlan) {
      if (writeSiteFile(folder, answers, new Date().toISOString().slice(0, 10))) writeDigest(folder)
      if (Object.keys(leftOut).length > 0) writeOperatorFile(`${folder}/operator.env`, leftOut)
    }
  }
  if (isPlan) sayOpen((text) => terminal.stdout.write(`${text}\n`), 'you', open)
  return asked
}
