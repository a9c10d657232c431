import type { Terminal } from '../cli/terminal.ts'
import { ask, type Question } from './ask.ts'
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

/** For the files in site/. A variable of operator.env tells the build what was left out. */
export const siteQuestions: Record<Name, Question & { leftOut?: string }> = {
  brand: {
    variable: 'BRAND',
    question: 'The name of your brand',
    why: 'The page, the emails and the consent text name it.',
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
    why: 'It stands at the bottom of the page and of the emails, and with the consent text.',
    leftOut: 'SENDER',
    read: line,
  },
  contact: {
    variable: 'CONTACT',
    question: 'An email address or a phone number for visitors, or none',
    why: 'Visitors use it to reach you and to say no. It must work for at least 60 days.',
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
    why: 'Phone companies and most laws want the page to have a link to it.',
    leftOut: 'TERMS_LINK',
    read: address,
  },
  privacy: {
    variable: 'PRIVACY_URL',
    question: 'The address of your privacy page, or none',
    why: 'It says what you do with the data.',
    leftOut: 'PRIVACY_LINK',
    read: address,
  },
  booking: {
    variable: 'BOOKING_URL',
    question: 'The address where visitors book a call, or none',
    why: 'A button below the video leads to it.',
    read: address,
  },
}

type Where = { folder: string; env: Record<string, string | undefined> }

/**
 * What is in site/ already is not asked again. If nobody can be asked, only the variables count. Returns the
 * names of what it asked. Throws a SetupError if an answer is wrong.
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
  const leftOut: Record<string, string> = {}
  for (const [name, question] of Object.entries(siteQuestions) as [Name, (typeof siteQuestions)[Name]][]) {
    const given = env[question.variable] || undefined
    const isKnown = answers[name] !== undefined || isOut(question.leftOut)
    if (given === undefined && (isKnown || isPlan || !terminal.stdin.isTTY)) continue
    if (given !== undefined && given === answers[name]) continue
    if (asked.length === 0 && given === undefined)
      terminal.stdout.write('\n  First who you are. The answers are written into site/operator.ts.\n')
    answers[name] = await ask(terminal, question, given)
    if (answers[name] === 'none' && question.leftOut) leftOut[question.leftOut] = 'none'
    asked.push(name)
  }
  if (isPlan) return asked
  // It is also written if a merge brought a newer consent text.
  if (writeSiteFile(folder, answers, new Date().toISOString().slice(0, 10))) writeDigest(folder)
  if (Object.keys(leftOut).length > 0) writeOperatorFile(`${folder}/operator.env`, leftOut)
  return asked
}
