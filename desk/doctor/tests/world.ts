import { createHash } from 'node:crypto'
import { buildId } from '../../../build/build-id.ts'
import { securityHeaders } from '../../../build/headers.ts'
import type { Sender } from '../../../supabase/functions/_shared/sender.ts'
import { openInbox } from '../../../supabase/tests/open-inbox.ts'
import { startFunction } from '../../../supabase/tests/start-function.ts'
import type { Query } from '../../../supabase/tests/test-database.ts'
import { callDesk } from '../../core/call-desk.ts'
import type { Desk } from '../../core/open-desk.ts'
import type { Variables } from '../target.ts'
import type { Zone } from './open-name-server.ts'
import { serialise } from './serialise.ts'

export const [project, other] = ['abcdefghijklmnopqrst', 'zyxwvutsrqponmlkjihg']
const addressOf = (id: string) => `https://${id}.supabase.co`
export const videoUrl = 'https://cdn.example/training.mp4'

/** Answers a request, or throws the code of why nobody does. */
export type Answer = (request: Request, real: Answer) => Response | Promise<Response>

export const nobody: Answer = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } })
}

/** The variables of the operator, and those of the site and of the function that follow from them. */
export const soundVariables: Variables = {
  SUPABASE_URL: addressOf(project),
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SUPABASE_DB_URL: `postgres://postgres.${project}:secret@db.pooler.example:5432/postgres`,
  SITE_URL: 'https://training.example',
  VIDEO_URL: videoUrl,
  SENDER: 'none',
  PRIVACY_LINK: 'none',
}
export const soundFunction = (smtpPort: number): Variables => ({
  SMTP_URL: `smtp://user:right@127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'Brand <training@brand.example>',
  OWNER_EMAIL: 'owner@brand.example',
  SITE_URL: 'https://training.example',
  DENO_DEPLOYMENT_ID: 'hosted',
})
export const soundZone: Zone = {
  '': [],
  'brand.example': ['v=spf1 include:mail.example -all'],
  '_dmarc.brand.example': ['v=DMARC1; p=quarantine'],
}

/** A mail server that takes one login, and refuses whom it is told to. */
export const refusing = { recipient: '', sender: '' }
export const openMailServer = () =>
  openInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _, callback) =>
      password === 'right' ? callback(null, { user: 'user' }) : callback(refusal(535)),
    onMailFrom: ({ address }, _, callback) => callback(address === refusing.sender ? refusal(550) : null),
    onRcptTo: ({ address }, _, callback) => callback(address === refusing.recipient ? refusal(550) : null),
  })
const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

const [style, script] = ['p{color:red}', 'document.title="page"']
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page like the built one, with a style and a script inline and the headers of a production build. */
function soundPage({ SITE_URL = '', VIDEO_URL = '' }: Variables): Response {
  const rules = securityHeaders([hash(script)], [hash(style)], VIDEO_URL, false)
  const headers = new Headers({
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'X-Vercel-Cache': 'HIT',
    Age: '90000',
  })
  for (const { source, has, headers: list } of rules)
    if (source.startsWith('/:path') && !has) for (const { key, value } of list) headers.set(key, value)
  const html = `<!doctype html><link rel="canonical" href="${SITE_URL}"/><style>${style}</style><script>${script}</script><script src="/_next/static/a.js"></script>`
  return new Response(html, { headers })
}

/** The operator's own pages, as short as a reviewer may find them. */
export const legalPages = {
  '/terms':
    '<h1>Brand Scaling text messages</h1><p>We send recurring automated marketing text messages about the training and related offers. Message frequency varies, up to four a month. Message and data rates may apply. Reply HELP for help or STOP to cancel at any time; carriers are not liable for late messages. Write to hello@brand.example.</p>',
  '/privacy':
    '<h1>Privacy</h1><p>We keep your name, address and number to send you the training and, with your consent, text messages about it and related offers. No mobile information will be shared with third parties or affiliates for marketing or promotional purposes. You may ask us for a copy of what we keep, or to erase it.</p>',
}

export const allowed = { 'access-control-allow-origin': '*' }
export const cues = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello.\n'

/** What is broken, how, and the checks that say so: the first one by a sentence like this, the others as a consequence. */
export type Broken = [what: string, breakIt: (world: World) => unknown, sentence: RegExp, ...checks: string[]]

export type World = Awaited<ReturnType<typeof createWorld>>

/** A set-up in which all is well, on a database whose changes are undone later. Whatever it consists of may be changed. */
export async function createWorld(query: Query, smtpPort: number) {
  const database = serialise(query)
  const variables = { ...soundVariables }
  const functionVariables = soundFunction(smtpPort)
  const site = { ...soundVariables }
  const world = {
    undo: () => query('rollback to savepoint sound'),
    ...{ variables, functionVariables, site, smtpPort, query: database.query },
    zone: structuredClone(soundZone),
    sender: { links: [{ text: 'Terms', href: '/terms' }, { text: 'Privacy' }] } as Sender,
    legalPages: { ...legalPages } as Record<string, string>,
    mail: false,
    clockAheadMs: 0,
    /** In place of the function that is deployed, and what it answers otherwise than it would. */
    deployed: undefined as Answer | undefined,
    /** What something in front of the site changes of the page, and the name of another build. */
    alterPage: undefined as
      | ((html: string, headers: Headers) => Response | [html: string, headers?: object])
      | undefined,
    build: undefined as string | undefined,
    hosts: {} as Record<string, Answer>,
    /** Whether pg_net does its work, and another way to the database. */
    isNetAlive: true,
    open: undefined as ((variables: Variables) => Desk) | undefined,
    fetch: (request: Request): Response | Promise<Response> => {
      const { hostname } = new URL(request.url)
      return (world.hosts[hostname] ?? hosts[hostname] ?? nobody)(request, hosts[hostname] ?? nobody)
    },
    async callFunction(request: Request): Promise<Response> {
      return world.deployed ? world.deployed(request, callReal) : callReal(request, callReal)
    },
    close: async () => (await running?.started)?.[Symbol.asyncDispose](),
    desk: {
      call: async (name, values = {}) => {
        const answer = await database.alone((inside) => callDesk(inside, name, values))
        if (name === 'start_sweep' && world.isNetAlive) await database.workOffNet(world.fetch)
        return answer
      },
      close: async () => {},
    } as Desk,
  }

  let running: { variables: string; started: ReturnType<typeof startFunction> } | undefined
  /** The function with the variables that it has now. */
  function runningFunction() {
    const variables = JSON.stringify(world.functionVariables)
    if (running?.variables !== variables) {
      const before = world.close()
      running = { variables, started: before.then(() => startFunction(database, world.functionVariables)) }
    }
    return running.started
  }

  const callReal: Answer = async (request) => {
    const { fetch, background } = await runningFunction()
    const response = await fetch(request)
    await background()
    return response
  }

  const hosts: Record<string, Answer> = {
    [`${project}.supabase.co`]: (request) => world.callFunction(request),
    [`${other}.supabase.co`]: () => Response.json({ error: 'unauthorized' }, { status: 401 }),
    'training.example': answerSite,
    'cdn.example': (request) => {
      const status = request.headers.get('range') ? 206 : 200
      return new Response('..', { status, headers: { 'content-type': 'video/mp4', ...allowed } })
    },
    'subs.example': () => new Response(cues, { headers: { 'content-type': 'text/vtt', ...allowed } }),
  }

  async function answerSite(request: Request): Promise<Response> {
    const { protocol, pathname, search } = new URL(request.url)
    if (protocol === 'http:') return redirect(request.url.replace('http', 'https'))
    if (pathname.startsWith('/confirm/')) return confirm()
    if (pathname !== '/')
      return pathname.endsWith('.vtt')
        ? new Response(cues, { headers: { 'content-type': 'text/vtt' } })
        : new Response(world.legalPages[pathname], { status: world.legalPages[pathname] ? 200 : 404 })
    const page = soundPage(world.site)
    if (!world.alterPage) return page
    const altered = world.alterPage(await page.text(), page.headers)
    if (altered instanceof Response) return altered
    for (const [name, value] of Object.entries(altered[1] ?? {})) page.headers.set(name, value)
    // A cache does not know the address with a query.
    return search && altered[1] === undefined
      ? soundPage(world.site)
      : new Response(altered[0], { headers: page.headers })
  }

  /** As app/confirm does, which e2e/doctor.spec.ts has the doctor ask. */
  async function confirm(): Promise<Response> {
    const { SUPABASE_URL = '', SUPABASE_SECRET_KEY: apikey = '' } = world.site
    const headers = { apikey, 'content-type': 'application/json' }
    const body = JSON.stringify({ token: crypto.randomUUID() })
    const call = new Request(`${SUPABASE_URL}/functions/v1/send-lead-email/confirm`, {
      method: 'POST',
      headers,
      body,
    })
    const status = await Promise.resolve(call)
      .then(world.fetch)
      .then(
        (answer) => answer.status,
        () => 0,
      )
    const outcome = status === 200 ? 'done' : status === 404 ? 'unknown' : 'unavailable'
    const answer = redirect(`/confirm/outcome/${outcome}`, 303)
    const build = world.build ?? buildId(SUPABASE_URL)
    if (build) answer.headers.set('X-Build', build)
    return answer
  }
  return world
}

const redirect = (location: string, status = 308) => new Response(null, { status, headers: { location } })
