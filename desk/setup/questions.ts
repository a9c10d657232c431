import { resolveNs } from 'node:dns/promises'
import nodemailer from 'nodemailer'
import { parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { brand } from '../../site/brand.ts'
import { readSettings } from '../../supabase/functions/send-lead-email/settings.ts'
import { failureCode } from '../core/failure-code.ts'
import type { Question } from './ask.ts'
import { findRegion, regionNear, regions } from './regions.ts'
import { SetupError } from './setup-error.ts'

/** What the questions ask other machines. A test answers in their place. */
export type Outside = {
  /** Resolves to the name servers of a domain. Throws an error with a `code` if there are none. */
  nameServers: (domain: string) => Promise<string[]>
  /** Signs in at the mail server. Throws if it refuses. */
  signIn: (server: { host: string; port: number; user: string; password: string }) => Promise<void>
  timeZone?: string
}

export const outside: Outside = {
  nameServers: resolveNs,
  signIn: async ({ host, port, user, password }) => {
    const transport = nodemailer.createTransport({
      host,
      port,
      secure: port === 465,
      // STARTTLS is demanded, so that the password never travels in plain text.
      requireTLS: port !== 465,
      auth: { user, pass: password },
      ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 },
    })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** Asks for the address of the page. */
export const siteQuestion = ({ nameServers }: Outside): Question => ({
  variable: 'SITE_URL',
  question: 'The domain of the page, such as training.example.com',
  why: 'Visitors open the page there, and the links in mails lead to it. You must be able to change its DNS.',
  read: async (typed) => {
    const url = URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)
    if (!url || !/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || /[\d.:\]]$/.test(url.hostname))
      throw new SetupError('This is not a domain.')
    if (url.pathname !== '/' || url.search || url.port)
      throw new SetupError('Leave out everything after the domain.')
    const labels = url.hostname.split('.')
    for (let at = 0; at < labels.length - 1; at++) {
      const code = await nameServers(labels.slice(at).join('.')).then(() => undefined, failureCode)
      if (code === undefined) return `https://${url.hostname}`
      if (!['ENOTFOUND', 'ENODATA'].includes(code))
        throw new SetupError(`DNS did not answer (${code}). Try again.`)
    }
    throw new SetupError(`No name server knows ${labels.slice(-2).join('.')}. Register the domain first.`)
  },
})

/** Asks for the video. */
export const videoQuestion: Question = {
  variable: 'VIDEO_URL',
  question: 'The address of the video (YouTube, Vimeo or a file)',
  why: 'The page plays it to everybody who filled in the form. It can be unlisted.',
  read: (typed) => {
    const video = typed === 'none' ? undefined : parseVideoSource(typed)
    if (video?.kind === 'none' || typed.startsWith('/'))
      throw new SetupError('This is not a video that the page can play. `none` means a page without a video.')
    if (/^http:/i.test(typed)) throw new SetupError('It must be https, because browsers block an http video.')
    return typed
  },
}

/** Returns the fault that the function would find in one of its variables. */
const faultOf = (variable: string, value: string) =>
  readSettings({ [variable]: value, DENO_DEPLOYMENT_ID: 'hosted' }).faults.find(
    (one) => one.variable === variable,
  )

/** Returns a reader that takes what the function takes for this variable. It throws a SetupError that says what is wrong. */
export const asFunctionReads = (variable: string) => (typed: string) => {
  const fault = faultOf(variable, typed)
  if (fault) throw new SetupError(`It ${fault.fault}.`)
  return typed
}

/** Asks where the leads are mailed to. */
export const ownerQuestion: Question = {
  variable: 'OWNER_EMAIL',
  question: 'Your e-mail address',
  why: 'Each lead is mailed to it. Put commas between several addresses.',
  read: asFunctionReads('OWNER_EMAIL'),
}

/** Asks for the sender of the mails. */
export const senderQuestion = (siteUrl: string): Question => ({
  variable: 'MAIL_FROM',
  question: 'The sender of the mails',
  why: 'Your mail provider must allow this address, and its domain needs SPF and DKIM.',
  fallback: `${brand} <training@${domainOf(siteUrl)}>`,
  read: asFunctionReads('MAIL_FROM'),
})

/** The domain of the page without its first label, since mails mostly come from there. */
const domainOf = (siteUrl: string) => {
  const labels = new URL(siteUrl).hostname.split('.')
  return (labels.length > 2 ? labels.slice(1) : labels).join('.')
}

/** Asks for the login at the mail server, in four questions. */
export const mailQuestions = (mailFrom: string): Record<'host' | 'port' | 'user' | 'password', Question> => ({
  host: {
    variable: 'MAIL_HOST',
    question: 'The mail server, such as smtp.example.com',
    why: 'The mails are sent through it. Microsoft 365 does not work, because Supabase blocks its ports.',
    read: (typed) => {
      if (!/^[\w-]+(?:\.[\w-]+)+$/.test(typed)) throw new SetupError('This is not a host name.')
      return typed
    },
  },
  port: {
    variable: 'MAIL_PORT',
    question: 'Its port',
    why: 'Port 465 uses TLS from the start, 2525 uses STARTTLS. Supabase blocks 25 and 587.',
    fallback: '465',
    read: (typed) => {
      if (!/^\d{1,5}$/.test(typed)) throw new SetupError('A port is a number.')
      if (['25', '587'].includes(typed)) throw new SetupError('Supabase blocks this port. Take 465 or 2525.')
      return asFunctionReads('SMTP_URL')(`smtp://host:${typed}`) && typed
    },
  },
  user: {
    variable: 'MAIL_USER',
    question: 'The user name at the mail server',
    why: 'It is often the address of the sender.',
    fallback: /<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom,
    read: (typed) => typed,
  },
  password: {
    variable: 'MAIL_PASSWORD',
    question: 'The password at the mail server',
    why: 'Supabase keeps it as a secret of the function. It is not shown here.',
    isSecret: true,
    read: (typed) => {
      if (!typed) throw new SetupError('A password is needed.')
      return typed
    },
  },
})

/** Asks where the page runs. */
export const hostQuestion: Question = {
  variable: 'PAGE_HOST',
  question: 'Where the page runs, vercel or own',
  why: 'Vercel needs no server. On one of your own (docs/hosting.md), you start the page yourself.',
  fallback: 'vercel',
  read: (typed) => {
    if (!['vercel', 'own'].includes(typed)) throw new SetupError('Type vercel or own.')
    return typed
  },
}

/** Asks for the region of a new project. */
export const regionQuestion = ({ timeZone }: Outside): Question => ({
  variable: 'REGION',
  question: 'The region',
  why: `Choose one near your visitors. It cannot be changed later: ${regions.map(({ place }) => place).join(', ')}.`,
  fallback: regionNear(timeZone).place,
  read: (typed) => {
    const region = findRegion(typed)
    if (!region) throw new SetupError('This is not one of them. Type one as it is written above.')
    return region.supabase
  },
})
