import { setTimeout } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { sourceAddresses } from '../../../lib/lead/source-address.ts'
import { type Auth, pictureStart, type Tokens } from '../../core/auth.ts'
import { failureCode } from '../../core/failure-code.ts'
import { mayTry, openWeb, refusalOf } from '../../core/open-web.ts'
import { finishLater } from './finish-later.ts'
import { readMembership } from './membership.ts'
import type { Interface } from './page.ts'
import { replyStep } from './reply-step.ts'
import { safePath } from './safe-path.ts'
import { type createCodeRequests, userOf } from './session.ts'
import type { WebOptions } from './web-options.ts'

/** The session of the request, and the one with which the member goes on. */
export type Visit = { session?: Tokens | undefined }

type Parts = WebOptions & {
  ui: Interface
  auth: Auth
  requests: ReturnType<typeof createCodeRequests>
  visitOf: (context: Context) => Visit
}

/** A wrong code is answered after this time (ms), whether or not Auth was asked. */
const pause = 2_000

const wrongCode =
  'This code is wrong. It may be mistyped or older than ten minutes, or a newer one was sent since.'
const wrongDigits = 'These digits are wrong. Type the ones that the app shows now.'
const otherFactor = 'These digits belong to another second factor. Use the one that the owner has confirmed.'

const tooManyDigits = 'Too many codes of this second factor were typed. Wait an hour, and try again.'

const isAddress = (text: string) => text.length <= 254 && /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(text)

/** Of a page before the desk, which finally leads to `to`. */
export const stepAddress = (path: string, to: string, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ ...(to !== '/' && { to }), ...more })}`.replace(/\?$/, '')

/** However they were typed. */
const digitsOf = (typed: unknown) =>
  String(typed ?? '')
    .replace(/\D/g, '')
    .slice(0, 10)

/** No answer shows whether an address is a member’s. */
export function mountSignIn(app: Hono, { ui, auth, project, origin, tryKey, requests, visitOf }: Parts) {
  const host = new URL(origin).host
  const read = async (context: Context) => {
    const form = await context.req.parseBody()
    const field = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
    return { field, to: safePath(field('to')) }
  }
  const attempt = (context: Context, step: 'send' | 'code', address: string) => {
    const [network = 'unknown'] = sourceAddresses(context.req.header('x-forwarded-for') ?? null)
    return mayTry(project, { key: tryKey, step, network, address })
  }
  const checkFactor = factorCheck({ auth, project, tryKey })
  const wanted = (context: Context) => safePath(context.req.query('to'))

  app.get('/sign-in', (context) => replyStep(context, ui, 'address', { to: wanted(context), address: '' }))

  app.post('/sign-in', async (context) => {
    const { field, to } = await read(context)
    const address = field('address').trim().toLowerCase()
    if (!isAddress(address))
      return replyStep(context, ui, 'address', { to, address, fault: 'This is not an email address.' }, 400)
    // Auth takes longer for a member, so nobody waits for it.
    if (await attempt(context, 'send', address)) finishLater(sendCode(auth, address))
    await requests.store(context, address)
    return context.redirect(stepAddress('/sign-in/code', to), 303)
  })

  app.get('/sign-in/code', async (context) => {
    const address = await requests.read(context)
    if (!address) return context.redirect(stepAddress('/sign-in', wanted(context)), 303)
    return replyStep(context, ui, 'code', { to: wanted(context), address })
  })

  app.post('/sign-in/code', async (context) => {
    const { field, to } = await read(context)
    const address = await requests.read(context)
    if (!address) return context.redirect(stepAddress('/sign-in', to), 303)
    const code = digitsOf(field('code'))
    const paused = setTimeout(pause)
    const isTried = code.length === 8 && (await attempt(context, 'code', address))
    const session = isTried ? await openSession(auth, address, code) : undefined
    if (!session) {
      await paused
      return replyStep(context, ui, 'code', { to, address, fault: wrongCode }, 400)
    }
    requests.remove(context)
    visitOf(context).session = session
    return context.redirect(stepAddress('/sign-in/factor', to), 303)
  })

  app.get('/sign-in/factor', async (context) => {
    const to = wanted(context)
    const { session } = visitOf(context)
    if (!session) return context.redirect(stepAddress('/sign-in', to), 303)
    const { state, letters } = await readMembership(openWeb({ ...project, token: session.access }))
    const why = context.req.query('why')
    if (state === 'unenrolled') return replyStep(context, ui, 'begin', { to })
    // Only a session with a second factor has letters.
    if (state === 'unpinned' && letters) return replyStep(context, ui, 'waiting', { to, letters })
    return replyStep(context, ui, 'factor', {
      to,
      isStale: why === 'stale',
      ...(why === 'factor' && { fault: otherFactor }),
    })
  })

  app.post('/sign-in/factor/new', async (context) => {
    const { to } = await read(context)
    const { session } = visitOf(context)
    if (!session) return context.redirect(stepAddress('/sign-in', to), 303)
    const { state } = await readMembership(openWeb({ ...project, token: session.access }))
    if (state !== 'unenrolled') return context.redirect(stepAddress('/sign-in/factor', to), 303)
    return replyStep(context, ui, 'enrol', { to, factor: await auth.enrol(session.access, host) })
  })

  app.post('/sign-in/factor', async (context) => {
    const { field, to } = await read(context)
    const visit = visitOf(context)
    if (!visit.session) return context.redirect(stepAddress('/sign-in', to), 303)
    const id = /^[\da-f-]{36}$/.test(field('factor')) ? field('factor') : undefined
    const { session, fault } = await checkFactor(visit.session.access, field('code'), id)
    if (session) {
      visit.session = session
      return context.redirect(to, 303)
    }
    if (!id || !field('picture').startsWith(pictureStart))
      return replyStep(context, ui, 'factor', { to, fault }, 400)
    const factor = { id, picture: field('picture'), secret: field('secret') }
    return replyStep(context, ui, 'enrol', { to, fault, factor }, 400)
  })

  app.get('/sign-out', (context) => replyStep(context, ui, 'signOut', {}))

  app.post('/sign-out', async (context) => {
    const { field } = await read(context)
    const visit = visitOf(context)
    const scope = field('scope') === 'global' ? 'global' : 'local'
    const isDone = visit.session !== undefined && (await auth.signOut(visit.session.access, scope))
    visit.session = undefined
    // Only a live session can end the others.
    const isLeft = scope === 'global' && !isDone
    return context.redirect(isLeft ? stepAddress('/sign-in', '/sign-out') : '/signed-out', 303)
  })

  app.get('/signed-out', (context) =>
    replyStep(context, ui, 'told', { text: 'You are signed out.', label: 'Sign in again', href: '/sign-in' }),
  )
}

type Checked = { session: Tokens; fault?: never } | { session?: never; fault: string }

/**
 * Checks the digits of a second factor. Returns the session that goes on with them, or what is wrong. Auth
 * limits tries by network alone, and somebody who reads a member’s email could try all digits in some weeks.
 */
export const factorCheck =
  ({ auth, project, tryKey }: Pick<Parts, 'auth' | 'project' | 'tryKey'>) =>
  async (access: string, typed: unknown, factor?: string): Promise<Checked> => {
    const attempt = { key: tryKey, step: 'factor', network: '', address: userOf(access) } as const
    if (!(await mayTry(project, attempt))) return { fault: tooManyDigits }
    const session = await auth.verifyFactor(access, digitsOf(typed), factor)
    return session ? { session } : { fault: wrongDigits }
  }

async function sendCode(auth: Auth, address: string) {
  const refused = await auth.sendCode(address).catch(failureCode)
  if (refused) console.error(`${new Date().toISOString()} Supabase Auth has sent no code: ${refused}`)
}

async function openSession(auth: Auth, address: string, code: string) {
  // Members and strangers must get the same answer. Auth is not asked about strangers.
  return auth.openSession(address, code).catch((error) => {
    console.error(`${new Date().toISOString()} Supabase Auth has not checked a code: ${failureCode(error)}`)
    return undefined
  })
}

/** The session is over. */
export const isEnded = (error: unknown) => ['token', 'session', 'method'].includes(refusalOf(error) ?? '')
