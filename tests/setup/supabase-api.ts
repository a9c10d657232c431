import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Health } from '../../supabase/functions/_shared/health.ts'
import { listen } from '../kit/listen.ts'
import type { TestDatabase } from '../sql/test-database.ts'

/** A fault of the API: a status with which it answers, no answer, or no answer to a call that it has done. */
export type ApiFault = number | 'silence' | 'lost'
type Reply = { status?: number; body: unknown }
type Call = { path: string; query: URLSearchParams; type: string; body: Buffer }

export const token = `sbp_${'0123456789'.repeat(4)}`
export const organization = 'cool-green-pqdr0qc'

/** What the API says with a status. Some commands of the CLI print this sentence without the status. */
const sentences: Record<number, string> = {
  401: 'Unauthorized',
  402: 'Upgrade to the Pro plan to create more projects.',
  403: 'Forbidden resource',
  409: 'Conflict',
  429: 'ThrottlerException: Too Many Requests',
  500: 'Internal server error',
}

/**
 * A stand-in for the API of Supabase with one organization. The routes and the shapes are those of the published
 * description, https://api.supabase.com/api/v1 (as typed in the npm package supabase-management-js 2.0.2). A route
 * that is not listed here is answered with 404 and counted as unknown. The SQL runs on a real database.
 */
export async function openSupabaseApi(database: TestDatabase) {
  const state = {
    projects: [] as { ref: string; name: string; region: string; looks: number }[],
    secrets: new Map<string, string>(),
    keys: [{ name: 'default', api_key: `sb_secret_${randomBytes(16).toString('hex')}` }],
    /** The digest of the sources in the function that was deployed last. */
    version: '',
    calls: [] as string[],
    unknown: [] as string[],
    passwords: [] as string[],
    faults: new Map<string, ApiFault>(),
  }

  const describe = ({ ref, name, region, looks }: (typeof state.projects)[number]) => ({
    ...{ id: ref, ref, name, region, organization_id: '1', organization_slug: organization },
    created_at: '2026-11-27T00:00:00Z',
    // A new project takes its time.
    status: looks > 1 ? 'ACTIVE_HEALTHY' : 'COMING_UP',
    database: {
      host: `db.${ref}.supabase.co`,
      version: '17.6.1',
      postgres_engine: '17',
      release_channel: 'ga',
    },
  })
  const server = new URL(database.url ?? '')
  const pooler = `${server.hostname}:${server.port}`

  const routes: Record<string, (call: Call, ref: string) => Reply | Promise<Reply>> = {
    'GET /v1/organizations': () => ({ body: [{ id: organization, slug: organization, name: 'Example' }] }),
    'GET /v1/projects': () => {
      for (const project of state.projects) project.looks++
      return { body: state.projects.map(describe) }
    },
    'POST /v1/projects': ({ body }) => {
      const { name, region, organization_slug, db_pass } = JSON.parse(`${body}`)
      if (organization_slug !== organization || !/^[\w-]{12,}$/.test(db_pass))
        return { status: 400, body: {} }
      if (state.projects.some((project) => project.name === name)) return { status: 409, body: {} }
      state.passwords.push(db_pass)
      const project = { ref: 'abcdefghijklmnopqrst', name, region, looks: 0 }
      state.projects.push(project)
      return { status: 201, body: describe(project) }
    },
    'GET /v1/projects/:ref': (_, ref) => {
      const project = state.projects.find((one) => one.ref === ref)
      return project ? { body: describe(project) } : { status: 404, body: { message: 'Project not found' } }
    },
    'GET /v1/projects/:ref/api-keys': ({ query }) => ({
      body: state.keys.map(({ name, api_key }, id) => ({
        ...{ id: String(id), name, type: 'secret', hash: '', prefix: api_key.slice(0, 15) },
        api_key: query.get('reveal') === 'true' ? api_key : `${api_key.slice(0, 15)}····`,
        secret_jwt_template: { role: 'service_role' },
        ...{ inserted_at: '2026-11-27T00:00:00Z', updated_at: '2026-11-27T00:00:00Z' },
      })),
    }),
    'GET /v1/projects/:ref/config/database/pooler': (_, ref) => ({
      body: [
        {
          ...{
            identifier: ref,
            database_type: 'PRIMARY',
            is_using_scram_auth: true,
            db_user: `postgres.${ref}`,
          },
          ...{ db_host: server.hostname, db_port: Number(server.port), db_name: 'postgres' },
          connection_string: `postgresql://postgres.${ref}:[YOUR-PASSWORD]@${pooler}/postgres`,
          ...{ default_pool_size: 15, max_client_conn: 200, pool_mode: 'transaction', connectionString: '' },
        },
      ],
    }),
    'GET /v1/projects/:ref/config/storage': () => ({
      body: {
        fileSizeLimit: 52428800,
        features: { imageTransformation: { enabled: false }, s3Protocol: { enabled: true } },
      },
    }),
    'POST /v1/projects/:ref/database/query': async ({ body }) => {
      const { query, read_only } = JSON.parse(`${body}`)
      // The role belongs to the whole test server. Here it is only noted that its password was replaced.
      if (/^alter role postgres password '\w{48}'$/.test(query)) {
        state.passwords.pop()
        return { status: 201, body: [] }
      }
      try {
        if (read_only) await database.query('set default_transaction_read_only = on')
        return { status: 201, body: await database.query(query) }
      } catch (error) {
        return { status: 400, body: { message: `Failed to run sql query: ${(error as Error).message}` } }
      } finally {
        if (read_only) await database.query('set default_transaction_read_only = off')
      }
    },
    'GET /v1/projects/:ref/secrets': () => ({
      body: [...state.secrets].map(([name, value]) => ({
        name,
        value: createHash('sha256').update(value).digest('hex'),
        updated_at: '2026-11-27T00:00:00Z',
      })),
    }),
    'POST /v1/projects/:ref/secrets': ({ body }) => {
      for (const { name, value } of JSON.parse(`${body}`)) state.secrets.set(name, value)
      return { status: 201, body: '' }
    },
    'GET /v1/projects/:ref/functions': () => ({ body: [] }),
    'POST /v1/projects/:ref/functions/deploy': async ({ body, type }) => {
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
      const files = form.getAll('file') as File[]
      const digest = await files.find(({ name }) => name.endsWith('/source-digest.ts'))?.text()
      state.version = /'(\w+)'/.exec(digest ?? '')?.[1] ?? ''
      const metadata = JSON.parse(String(form.get('metadata')))
      return {
        status: 201,
        body: { id: '1', slug: metadata.name, version: 1, status: 'ACTIVE', ...metadata },
      }
    },
    // The function itself, as far as the doctor asks it.
    'POST /functions/v1/send-lead-email/health': () => {
      if (!state.version) return { status: 404, body: { code: 'NOT_FOUND' } }
      const health: Health = {
        ...{
          version: state.version,
          settings: [],
          siteUrl: state.secrets.get('SITE_URL') ?? null,
          mail: null,
        },
        ...{
          senderDomain: null,
          smtp: { status: 'ok', reason: null },
          database: { status: 'ok', reason: null },
        },
      }
      return { body: health }
    },
  }

  const listener = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const body = await buffer(request)
    const [, ref = ''] = /^\/v1\/projects\/([a-z]{20})(?:\/|$)/.exec(pathname) ?? []
    const route = `${request.method} ${ref ? pathname.replace(ref, ':ref') : pathname}`
    state.calls.push(route)
    const fault = state.faults.get(route)
    if (fault === 'silence') return
    const isSignedIn =
      request.headers.authorization === `Bearer ${token}` || pathname.startsWith('/functions/')
    const handle = routes[route]
    if (!handle) state.unknown.push(route)
    const type = request.headers['content-type'] ?? ''
    const reply =
      typeof fault === 'number'
        ? { status: fault, body: { message: sentences[fault] } }
        : !isSignedIn
          ? { status: 401, body: { message: 'Unauthorized' } }
          : ((await handle?.({ path: pathname, query: searchParams, type, body }, ref)) ?? {
              status: 404,
              body: { message: 'Not Found' },
            })
    if (fault === 'lost') return
    answer.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    answer.end(reply.body === '' ? '' : JSON.stringify(reply.body))
  })
  const url = `http://127.0.0.1:${await listen(listener)}`

  return {
    state,
    url,
    /** Writes the file that points the CLI to this API. */
    writeProfile: (file: string) => {
      const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}\n`)
      writeFileSync(file, `name: stand-in\nproject_host: nowhere.invalid\n${addresses.join('')}`)
    },
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
