import { resolveNs } from 'node:dns/promises'
import nodemailer from 'nodemailer'
import { proxyVariable } from '../../lib/proxy.ts'
import { parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { brand } from '../../site/brand.ts'
import { readSettings } from '../../supabase/functions/send-lead-email/settings.ts'
import { visible } from '../core/describe.ts'
import { failureCode } from '../core/failure-code.ts'
import { organisationOf } from '../doctor/organisation.ts'
import type { Question } from './ask.ts'
import { findRegion, placeNames, regionNear } from './regions.ts'
import { SetupError } from './setup-error.ts'

/** Other machines. Tests answer in their place. */
export type Outside = {
  /** Throws an error with a `code` if there are none. */
  nameServers: (domain: string) => Promise<string[]>
  /** Throws if the server refuses. */
  signIn: (server: { host: string; port: number; user: string; password: string }) => Promise<void>
  timeZone?: string
  /** Name servers behind it may not know the outside. */
  hasProxy?: boolean
}

export const outside: Outside = {
  nameServers: resolveNs,
  signIn: async ({ host, port, user, password }) => {
    const transport = nodemailer.createTransport({
      host,
      port,
      secure: port === 465,
      // STARTTLS is required: the password never travels in plain text.
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
  hasProxy: proxyVariable(process.env) !== undefined,
}

export const siteQuestion = ({ nameServers, hasProxy }: Outside): Question => ({
  variable: 'SITE_URL',
  question: 'The domain of the page, such as training.example.com',
  why: 'Visitors open the page at its domain, and the links in emails lead there. You must be able to change the DNS of the domain.',
  read: async (typed) => {
    if (typed.includes('@'))
      throw new SetupError('This is an email address. Type a domain, such as training.example.com.')
    const url = URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)
    if (!url || !/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || /[\d.:\]]$/.test(url.hostname))
      throw new SetupError('This is not a domain.')
    if (url.pathname !== '/' || url.search || url.port)
      throw new SetupError('Leave out everything after the domain.')
    const labels = url.hostname.split('.')
    // Name servers of co.uk or com.au say nothing about a name below. A short list of such endings is enough.
    const ending = /\.(?:ac|co|com|gov|net|org|edu|ltd|plc|me|ne|or)\.[a-z]{2}$/.test(url.hostname) ? 2 : 1
    for (let at = 0; at < labels.length - ending; at++) {
      const code = await nameServers(labels.slice(at).join('.')).then(() => undefined, failureCode)
      if (code === undefined) return `https://${url.hostname}`
      if (hasProxy && !(await knowsRoot(nameServers))) return `https://${url.hostname}`
      if (!['ENOTFOUND', 'ENODATA'].includes(code))
        throw new SetupError(`DNS did not answer (${code}). Try again.`)
    }
    throw new SetupError(
      `No name server knows ${labels.slice(-ending - 1).join('.')}. Register the domain first.`,
    )
  },
})

/** A network with a proxy may know no names outside. */
const knowsRoot = (nameServers: Outside['nameServers']) =>
  nameServers('.').then(
    () => true,
    (error) => failureCode(error) === 'ENODATA',
  )

export const videoQuestion: Question = {
  variable: 'VIDEO_URL',
  question: 'The address of the video (YouTube, Vimeo or a file)',
  why: 'The page plays the video to everybody who filled in the form. At YouTube and Vimeo, it can be unlisted.',
  read: (typed) => {
    if (typed.includes('<'))
      throw new SetupError(
        'This is the code to embed a video. Take only the address in it, from https:// on.',
      )
    const video = typed === 'none' ? undefined : parseVideoSource(typed)
    if (video?.kind === 'none' || typed.startsWith('/'))
      throw new SetupError('This is not a video that the page can play. `none` means a page without a video.')
    if (/^http:/i.test(typed)) throw new SetupError('It must be https, because browsers block an http video.')
    return typed
  },
}

const faultOf = (variable: string, value: string) =>
  readSettings({ [variable]: value, DENO_DEPLOYMENT_ID: 'hosted' }).faults.find(
    (one) => one.variable === variable,
  )

/** Takes what the function takes. Throws a SetupError that says what is wrong. */
export const asFunctionReads = (variable: string) => (typed: string) => {
  const fault = faultOf(variable, typed)
  if (fault) throw new SetupError(`It ${fault.fault}.`)
  return typed
}

/** Takes what the function takes, if each address can be on the internet. */
export const readOwner = (typed: string) => {
  if (typed.split(',').some((one) => !/@[^\s@]+\.[^\s@]+$/.test(one.trim())))
    throw new SetupError('Type an email address, such as you@example.com.')
  return asFunctionReads('OWNER_EMAIL')(typed)
}

export const ownerQuestion: Question = {
  variable: 'OWNER_EMAIL',
  question: 'Your email address',
  why: 'Each lead is emailed to you. Put commas between several addresses.',
  read: readOwner,
}

export const senderQuestion = (siteUrl: string): Question => ({
  variable: 'MAIL_FROM',
  question: 'The sender of the emails',
  why: 'Your mail provider must allow the address of the sender, and names the DNS records (SPF and DKIM) that its domain needs.',
  fallback: `${brand} <training@${domainOf(siteUrl)}>`,
  read: (typed) => {
    if (!/@[^\s@<>]+\.[^\s@<>]+>?$/.test(typed))
      throw new SetupError(`Type an address, or a name with one, such as ${brand} <training@example.com>.`)
    return asFunctionReads('MAIL_FROM')(typed)
  },
})

/** A host with a CNAME to Vercel can have no email records, so the sender is at the domain above. */
const domainOf = (siteUrl: string) => organisationOf(new URL(siteUrl).hostname)

export const mailQuestions = (mailFrom: string): Record<'host' | 'port' | 'user' | 'password', Question> => ({
  host: {
    variable: 'MAIL_HOST',
    question: 'The mail server, such as smtp.example.com',
    why: 'Your mail provider has a page about sending by SMTP. It names the server, the port, the user name and the password. Microsoft 365 does not work, because Supabase blocks its ports.',
    read: (typed) => {
      if (!/^[\w-]+(?:\.[\w-]+)+$/.test(typed))
        throw new SetupError(
          'This is not the name of a server. Type it without the port, such as smtp.example.com.',
        )
      return typed
    },
  },
  port: {
    variable: 'MAIL_PORT',
    question: 'The port of the mail server',
    why: 'Take 465, or 2525 if your provider does not have 465. Supabase blocks 25 and 587.',
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
    why: 'The user name is often the address of the sender.',
    fallback: /<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom,
    read: (typed) => typed,
  },
  password: {
    variable: 'MAIL_PASSWORD',
    question: 'The password at the mail server',
    why: 'The password is not shown while you type. It is kept in operator.env and at Supabase. Many mailboxes want an app password, which you make in their settings.',
    isSecret: true,
    read: (typed) => {
      if (!typed) throw new SetupError('A password is needed.')
      return typed
    },
  },
})

/** Has nothing that was typed, unless the server repeats it. */
export function mailFailure(error: unknown): string {
  const { code = '', message = '', response = '', cert } = error as MailError
  // Each line of an answer begins with its code.
  const said = visible((response || message).replace(/\s*\n(?:\d{3}[ -](?:\d\.\d+\.\d+ )?)?\s*/g, ' ')).slice(
    0,
    300,
  )
  const names = cert?.subjectaltname?.replaceAll('DNS:', '') ?? cert?.subject?.CN
  const remedy = /does not match certificate|ERR_TLS_CERT_ALTNAME/i.test(`${code} ${message}`)
    ? `Its certificate is for ${visible(names ?? /altnames: ?(.*)$/.exec(message)?.[1] ?? 'another name').slice(0, 200)}. Take that name as the mail server.`
    : /5\.7\.(?:9|14)\b|application-specific|app(?:lication)? password|BadCredentials|5\.7\.139/i.test(
          response,
        )
      ? 'Make an app password in the settings of the mailbox, and take it in place of the usual password.'
      : /wrong version number/i.test(message)
        ? 'The server speaks no TLS at this port. Take port 587, or the one that your mail provider names.'
        : /^(?:ETIMEDOUT|ECONN[A-Z]+|ENETUNREACH|EHOSTUNREACH|EDNS)$/.test(code)
          ? 'If your network lets no email out, as behind a company proxy, run this in another network, or set SMTP_URL (docs/deploy.md), which is not tried.'
          : ''
  return [`${(said || failureCode(error)).replace(/\.$/, '')}.`, remedy].filter(Boolean).join(' ')
}

type MailError = {
  code?: string
  message?: string
  response?: string
  cert?: { subjectaltname?: string; subject?: { CN?: string } }
}

export const hostQuestion: Question = {
  variable: 'PAGE_HOST',
  question: 'Where the page runs, vercel or own',
  why: 'Vercel needs no server. On one of your own (docs/hosting.md), you start the page yourself.',
  fallback: 'vercel',
  read: (typed) => {
    const host = typed.toLowerCase()
    if (!['vercel', 'own'].includes(host)) throw new SetupError('Type vercel or own.')
    return host
  },
}

/** Asks for the region of a new project. */
export const regionQuestion = ({ timeZone }: Outside): Question => ({
  variable: 'REGION',
  question: 'The region of the database',
  why: `Choose a region near your visitors. It cannot be changed later: ${placeNames}.`,
  fallback: regionNear(timeZone).place,
  read: (typed) => {
    const region = findRegion(typed)
    if (!region) throw new SetupError('This is not one of them. Type one as it is written above.')
    return region.supabase
  },
})
