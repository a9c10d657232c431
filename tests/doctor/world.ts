import { buildId } from '../../build/build-id.ts'
import { explainDatabaseError } from '../../desk/core/desk-error.ts'
import { callDesk, type Desk } from '../../desk/core/open-desk.ts'
import type { Variables } from '../../desk/doctor/target.ts'
import type { Sender } from '../../site/sender.ts'
import { startFunction } from '../sql/start-function.ts'
import type { Query } from '../sql/test-database.ts'
import { serialise } from './serialise.ts'
import {
  allowed,
  cues,
  legalPages,
  other,
  project,
  soundFunction,
  soundPage,
  soundVariables,
  soundZone,
} from './sound-project.ts'

/** Answers a request. If no server answers, throws the same kind of error as fetch. */
export type Answer = (request: Request, real: Answer) => Response | Promise<Response>

export const nobody: Answer = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } })
}

/**
 * A fault, how to cause it, and the checks that report it. The first check reports this sentence. The other checks
 * fail as a consequence.
 */
export type Broken = [what: string, breakIt: (world: World) => unknown, sentence: RegExp, ...checks: string[]]

export type World = Awaited<ReturnType<typeof createWorld>>

/**
 * Creates a set-up that has no faults. Tests may change any part of it. `undo` takes all changes back, even those in
 * the database.
 */
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
    /** Answers requests instead of the real Edge Function. Its second argument is the real function. */
    deployed: undefined as Answer | undefined,
    /**
     * Changes the page in the way that a proxy in front of the site would. `build` is the name of a different build.
     */
    alterPage: undefined as
      | ((html: string, headers: Headers) => Response | [html: string, headers?: object])
      | undefined,
    build: undefined as string | undefined,
    hosts: {} as Record<string, Answer>,
    /** Whether pg_net's worker runs. `open` replaces the connection to the database. */
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
        const answer = await database
          .alone((inside) => callDesk(inside, name, values))
          .catch((error) => {
            throw explainDatabaseError(error, world.variables.SUPABASE_DB_URL ?? '', name)
          })
        if (name === 'start_sweep' && world.isNetAlive) await database.workOffNet(world.fetch)
        return answer
      },
      close: async () => {},
    } as Desk,
  }

  let running: { variables: string; started: ReturnType<typeof startFunction> } | undefined
  /** Starts the Edge Function with its current environment variables. */
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
    if (pathname === '/version') return new Response(world.build ?? buildId(world.site.SUPABASE_URL))
    if (pathname !== '/')
      return pathname.endsWith('.vtt')
        ? new Response(cues, { headers: { 'content-type': 'text/vtt' } })
        : new Response(world.legalPages[pathname], { status: world.legalPages[pathname] ? 200 : 404 })
    const page = soundPage(world.site)
    if (!world.alterPage) return page
    const altered = world.alterPage(await page.text(), page.headers)
    if (altered instanceof Response) return altered
    for (const [name, value] of Object.entries(altered[1] ?? {})) page.headers.set(name, value)
    // If the address has a query, the cached page is not used.
    return search && altered[1] === undefined
      ? soundPage(world.site)
      : new Response(altered[0], { headers: page.headers })
  }

  /**
   * Gives the same answers as the route app/link/[kind]/[token]/[act]. The doctor is tested with the real route in e2e/doctor.spec.ts.
   */
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
    return redirect(`/confirm/outcome/${outcome}`, 303)
  }
  return world
}

const redirect = (location: string, status = 308) => new Response(null, { status, headers: { location } })
