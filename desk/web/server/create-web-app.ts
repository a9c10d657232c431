import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ownPages } from '../../../machine/guard.ts'
import { type Auth, openAuth } from '../../core/auth.ts'
import { isLoopback } from '../../core/connect-database.ts'
import { openWeb, refusalOf, refusals } from '../../core/open-web.ts'
import { keepClock } from '../../core/period.ts'
import { replyError, replyNotFound, replyRefused } from '../pages/message/reply.ts'
import { freshField } from '../pages/sign-in/fresh-field.ts'
import { createClock } from './clock.ts'
import { readMembership } from './membership.ts'
import { deskHeaders, mountFiles, mountPages, type Own } from './mount-pages.ts'
import type { Interface } from './page.ts'
import { replyStep } from './reply-step.ts'
import { createCodeRequests, createSessions } from './session.ts'
import { factorCheck, isEnded, mountSignIn, stepAddress, type Visit } from './sign-in.ts'
import type { WebOptions } from './web-options.ts'

type Options = WebOptions & { ui: Interface; auth?: Auth }

/** Serves the pages to signed-in members with the session of each request, its only way to the leads. */
export function createWebApp({ ui: views, auth, ...options }: Options) {
  const { origin, project, tryKey } = options
  const isSecure = origin.startsWith('https:')
  const asked = auth ?? openAuth(project)
  const { onlyFromOwnPages, onlyOwnPosts } = ownPages(isSecure ? 'https' : 'http')
  const sessions = createSessions(asked, tryKey, isSecure)
  const requests = createCodeRequests(tryKey, isSecure)
  const checkFactor = factorCheck({ auth: asked, project, tryKey })
  const clock = createClock(keepClock)
  const visits = new WeakMap<Request, Visit>()
  const owns = new WeakMap<Request, Own>()
  const visitOf = ({ req }: Context) => visits.get(req.raw) ?? {}
  const uiOf = ({ req }: Context) => owns.get(req.raw)?.ui ?? views
  const isLive = !isLoopback(project.url)
  const place = { isLive, words: isLive ? `LIVE · ${new URL(origin).host}` : 'TEST · this machine' }

  /** Writes the cookie of the session again if it has changed once the answer is made. */
  const keepSession: MiddlewareHandler = async (context, next) => {
    const { session, isNew } = await sessions.open(context)
    const visit: Visit = { session }
    visits.set(context.req.raw, visit)
    await next()
    if (visit.session && (isNew || visit.session !== session)) await sessions.store(context, visit.session)
    if (session && !visit.session) sessions.remove(context)
  }

  /** Answers everybody without a session. A fresh code of the second factor renews it. */
  const onlyMembers: MiddlewareHandler = async (context, next) => {
    const visit = visitOf(context)
    if (!visit.session) return replyEnded(context)
    const code = context.req.method === 'POST' ? (await context.req.parseBody())[freshField] : undefined
    if (code !== undefined) {
      const { session, fault } = await checkFactor(visit.session.access, code)
      if (!session) return replyAgain(context, true, fault)
      visit.session = session
    }
    const desk = openWeb({ ...project, token: visit.session.access })
    const member = await readMembership(desk)
    // Each call of the page would be refused and logged.
    if (member.state !== 'pinned') return sendToFactor(context, 'factor')
    await clock.look(desk)
    const shown = Object.entries(views.pages).filter(([, { call }]) => !call || member.calls.includes(call))
    const ui = { ...views, pages: Object.fromEntries(shown), place, member }
    owns.set(context.req.raw, { desk, ui, variables: { SUPABASE_URL: project.url } })
    await next()
    if (context.req.method === 'POST') clock.forget()
    return undefined
  }

  /** What was typed into a form comes back. */
  function replyEnded(context: Context) {
    if (context.req.method === 'POST') return replyAgain(context, false)
    if (isPoll(context)) return context.json({}, 401)
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(stepAddress('/sign-in', pathname + search), 303)
  }

  /** For a valid token of a former member. */
  function replyRemoved(context: Context) {
    if (context.req.method === 'POST') return replyAgain(context, false, refusals.stranger)
    if (isPoll(context)) return context.json({}, 401)
    const way = { label: 'Sign in with another address', href: '/sign-in', isAlert: true }
    return replyStep(context, views, 'told', { text: refusals.stranger, ...way }, 403)
  }

  /** The form as typed, with a field for a fresh code, or to be sent again after another sign-in. */
  async function replyAgain(context: Context, freshCode: boolean, fault?: string) {
    const { pathname, search } = new URL(context.req.url)
    const form = await context.req.parseBody({ all: true })
    const typed = Object.entries(form).filter(([name]) => name !== freshField)
    const values = Object.fromEntries(typed.map(([name, value]) => [name, [value].flat().map(String)]))
    const props = { to: '/', action: pathname + search, values, freshCode, ...(fault && { fault }) }
    return replyStep(context, views, 'again', props, freshCode ? 403 : 401)
  }

  /** To the page about the second factor, which leads back here. */
  function sendToFactor(context: Context, why: string) {
    if (isPoll(context)) return context.json({}, 401)
    const { pathname, search } = new URL(context.req.url)
    const to = context.req.method === 'GET' ? pathname + search : '/'
    return context.redirect(stepAddress('/sign-in/factor', to, { why }), 303)
  }

  function replyFailure(error: Error, context: Context) {
    const reason = refusalOf(error)
    if (!reason) return replyError(error, context, uiOf(context))
    if (reason === 'stranger') return replyRemoved(context)
    if (isEnded(error)) return replyEnded(context)
    const needsFactor = reason === 'aal1' || reason === 'factor' || reason === 'stale'
    if (!needsFactor) return replyRefused(context, uiOf(context), refusals[reason], statusOf(reason))
    if (context.req.method === 'POST' && reason !== 'factor') return replyAgain(context, true)
    return sendToFactor(context, reason)
  }

  const app = new Hono()
  app.use(deskHeaders, onlyAt(origin))
  mountFiles(app, views)
  app.use(onlyOwnPosts, onlyForms, onlyShort, keepSession)
  mountSignIn(app, { ...options, ui: views, auth: asked, requests, visitOf })
  app.use(onlyMembers)
  mountPages(app, views.pages, {
    ownOf({ req }) {
      const own = owns.get(req.raw)
      if (!own) throw new Error('A page was asked for without a session')
      return own
    },
    onlyFromOwnPages,
  })
  app.notFound((context) => replyNotFound(context, uiOf(context)))
  app.onError(replyFailure)
  return app
}

/** 415 for a post that is no form of the desk's kind. Other bodies can be broken, and that is no outage. */
const onlyForms: MiddlewareHandler = (context, next) => {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(context.req.header('content-type') ?? '')
  return context.req.method !== 'POST' || isForm
    ? next()
    : Promise.resolve(context.text('The desk accepts only forms.', 415))
}

/** 413 above a megabyte. No form of the desk comes near, and strangers could fill the memory. */
const onlyShort = bodyLimit({
  maxSize: 1_000_000,
  onError: (context) => context.text('This is too long for the desk.', 413),
})

/** The scripts of a page cannot use another page as an answer. */
const isPoll = ({ req }: Context) => req.path === '/people' || req.path === '/new'

const statusOf = (reason: string) => (reason === 'limit' || reason === 'busy' ? 429 : 403)

/** 403 at any other address, and tells browsers to use no other way. */
const onlyAt = (origin: string): MiddlewareHandler => {
  const { host, protocol } = new URL(origin)
  return (context, next) => {
    if (protocol === 'https:') context.header('strict-transport-security', 'max-age=63072000')
    context.header('x-robots-tag', 'noindex')
    if (context.req.header('host') !== host)
      return Promise.resolve(context.text(`The desk is at ${origin}`, 403))
    return next()
  }
}
