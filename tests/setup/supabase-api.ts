import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ManagementCall, SupabaseCall } from '../../desk/setup/vendor-calls.ts'
import { listen } from '../kit/listen.ts'
import { readUpload, type Upload } from '../kit/unpack-upload.ts'
import { answerRpc } from '../sql/open-client.ts'
import type { TestDatabase } from '../sql/test-database.ts'
import { serveUpload } from './serve-upload.ts'

/** A status, no answer, or no answer to a call that the API has done. */
export type ApiFault = number | 'silence' | 'lost'
type Reply = { status?: number; body: unknown }
type Call = { path: string; query: URLSearchParams; type: string; body: Buffer }

export const token = `sbp_${'0123456789'.repeat(4)}`
export const organization = 'cool-green-pqdr0qc'
const freeOrganization = 'warm-blue-abcd1ef'

/** What the API says with a status. Some commands of the CLI print this sentence without the status. */
const sentences: Record<number, string> = {
  401: 'Unauthorized',
  402: 'Upgrade to the Pro plan to create more projects.',
  403: 'Forbidden resource',
  409: 'Conflict',
  429: 'ThrottlerException: Too Many Requests',
  500: 'Internal server error',
}

/** Settings of Auth that matter here, as a new project has them (supabase/cli 1d1e7191, pkg/config/templates/config.toml). */
const newAuth = {
  ...{ external_email_enabled: true, external_phone_enabled: false, external_anonymous_users_enabled: false },
  ...{ disable_signup: false, mailer_autoconfirm: false, mailer_otp_length: 6, mailer_otp_exp: 3600 },
  ...{ smtp_host: null, smtp_port: null, smtp_user: null, smtp_pass: null, smtp_admin_email: null },
  ...{
    smtp_sender_name: null,
    smtp_max_frequency: 60,
    jwt_exp: 3600,
    security_refresh_token_reuse_interval: 10,
  },
  ...{ rate_limit_email_sent: 30, rate_limit_otp: 30, rate_limit_verify: 30, rate_limit_token_refresh: 150 },
  ...{ mailer_subjects_confirmation: 'Confirm Your Signup', mailer_templates_confirmation_content: '' },
  ...{ mailer_subjects_magic_link: 'Your Magic Link', mailer_templates_magic_link_content: '' },
  ...{ mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: true },
  ...{ hook_before_user_created_enabled: false, hook_before_user_created_uri: null },
  ...{ site_url: 'http://localhost:3000', uri_allow_list: '' },
}

/** The ranges that the pinned CLI states for what it sends (@supabase/cli-linux-x64 3.1.0, v1UpdateAuthServiceConfig). */
const ranges: Record<string, [least: number, most: number]> = {
  ...{ mailer_otp_length: [6, 10], mailer_otp_exp: [0, 2 ** 31 - 1], smtp_max_frequency: [0, 32767] },
  ...{ rate_limit_email_sent: [1, 2 ** 31 - 1], rate_limit_otp: [1, 2 ** 31 - 1] },
  ...{ rate_limit_verify: [1, 2 ** 31 - 1], rate_limit_token_refresh: [1, 2 ** 31 - 1] },
  ...{ jwt_exp: [0, 604800], security_refresh_token_reuse_interval: [0, 2 ** 31 - 1] },
}

/** Auth has such a setting and takes such a value. A port is a text. */
function isAuthValue(name: string, value: unknown): boolean {
  const [least, most] = ranges[name] ?? []
  if (least !== undefined && most !== undefined)
    return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  const known: unknown = newAuth[name as keyof typeof newAuth]
  return known !== undefined && typeof value === (typeof known === 'boolean' ? 'boolean' : 'string')
}

/** What the API says with 403 of a scoped token: https://supabase.com/changelog/scoped-personal-access-tokens-ga */
const lacking = { missing_permissions: ['database_read', 'database_write'] }

/**
 * A stand-in for the API of Supabase with two organizations. The routes are the rows of desk/setup/vendor-calls.ts, which
 * name their sources: the CLI itself, supabase-community/supabase-mcp 17fb90f8 and supabase/postgres 7db7e1a9. A route
 * that is not listed here is answered with 404 and counted as unknown. The SQL runs on a real database, and the function
 * that was deployed runs in Deno with the secrets that were set. At the same address, it is called as at the address of
 * a project, and so is the Data API.
 */
export async function openSupabaseApi(database: TestDatabase) {
  const state = {
    projects: [] as { ref: string; name: string; region: string; looks: number; isNew?: boolean }[],
    secrets: new Map<string, string>(),
    keys: [{ name: 'default', api_key: `sb_secret_${randomBytes(16).toString('hex')}` }],
    publishable: `sb_publishable_${randomBytes(16).toString('hex')}`,
    auth: { ...newAuth } as Record<string, unknown>,
    /** A setting that Auth takes and does not keep. */
    stubborn: '',
    /** Of the function that was deployed last. */
    version: '',
    calls: [] as string[],
    changes: [] as string[],
    /** How often each part of a new project still answers 503 (supabase/cli, bootstrap.go, tries each of them again). */
    notReady: { query: 0, 'api-keys': 0, pooler: 0 },
    /** The role in the organization: https://supabase.com/docs/guides/platform/access-control */
    role: 'Owner',
    /** What a new project becomes. The CLI lists INIT_FAILED, REMOVED and others besides. */
    becomes: 'ACTIVE_HEALTHY',
    unknown: [] as string[],
    passwords: [] as string[],
    faults: new Map<string, ApiFault>(),
    /** The call is done, but left without an answer. */
    isCut: (_call: string, _body: string): boolean => false,
  }

  // supabase-mcp 17fb90f8 says that read_only runs as this role, and supabase/postgres 7db7e1a9 (initial-schema.sql, lines
  // 14 and 15) that it has pg_read_all_data alone. It belongs to the whole test server, so another test may make it first.
  const reader = 'supabase_read_only_user'
  await database.query(`do $$ begin
      create role ${reader};
    exception when duplicate_object or unique_violation then null;
    end $$`)
  await database.query(`do $$ begin
      if not pg_has_role('${reader}', 'pg_read_all_data', 'member') then
        grant pg_read_all_data to ${reader};
      end if;
    exception when others then null;
    end $$`)

  const describe = ({ ref, name, region, looks, isNew }: (typeof state.projects)[number]) => ({
    ...{ id: ref, ref, name, region, organization_id: '1', organization_slug: organization },
    created_at: isNew ? new Date().toISOString() : '2026-01-01T00:00:00Z',
    // A new project takes its time.
    status: looks > 1 ? state.becomes : 'COMING_UP',
    database: {
      host: `db.${ref}.supabase.co`,
      version: '17.6.1',
      postgres_engine: '17',
      release_channel: 'ga',
    },
  })
  const server = new URL(database.url ?? '')
  const pooler = `${server.hostname}:${server.port}`
  /** A role belongs to the whole test server, so each login has a name of its own in each account. */
  const ownName = (login: string) => `${login}_${server.pathname.slice(1)}`
  const [deskLogin, backupLogin] = [ownName('desk_operator'), ownName('backup_operator')]

  let uploaded: Upload | undefined
  let served: Awaited<ReturnType<typeof serveUpload>> | undefined
  /** Serves what was deployed. A new secret reaches a function that runs already, too. */
  async function serve() {
    if (!uploaded) return
    await served?.stop()
    const keys = Object.fromEntries(state.keys.map(({ name, api_key }) => [name, api_key]))
    served = await serveUpload(uploaded, {
      ...Object.fromEntries(state.secrets),
      ...{ SUPABASE_URL: url, SUPABASE_SECRET_KEYS: JSON.stringify(keys) },
      ...{ SB_REGION: state.projects[0]?.region ?? '', DENO_DEPLOYMENT_ID: 'hosted' },
    })
  }

  /** The password of the mail server is shown as a digest alone. */
  const shownAuth = () => ({
    ...state.auth,
    // What is empty may be null (supabase/cli 1d1e7191, apps/cli-go/pkg/config/auth.go reads each with ValOrDefault).
    uri_allow_list: state.auth.uri_allow_list || null,
    external_phone_enabled: state.auth.external_phone_enabled || null,
    ...(state.auth.smtp_pass !== null && {
      smtp_pass: createHash('sha256').update(String(state.auth.smtp_pass)).digest('hex'),
    }),
  })

  const routes: Record<SupabaseCall | ManagementCall, (call: Call, ref: string) => Reply | Promise<Reply>> = {
    // Newer than that package. The CLI asks for it after a login by hand.
    'GET /v1/profile': () => ({
      body: {
        gotrue_id: '11111111-1111-4111-8111-111111111111',
        ...{ primary_email: 'ada@example.com', username: 'ada' },
      },
    }),
    'GET /v1/organizations': () => ({
      body: [
        { id: organization, slug: organization, name: 'Example' },
        { id: freeOrganization, slug: freeOrganization, name: 'Free' },
      ],
    }),
    'GET /v1/projects': () => {
      for (const project of state.projects) project.looks++
      return { body: state.projects.map(describe) }
    },
    'POST /v1/projects': ({ body }) => {
      const { name, region, organization_slug, db_pass } = JSON.parse(`${body}`)
      if (!['Owner', 'Administrator'].includes(state.role))
        return { status: 403, body: { message: sentences[403] } }
      if (organization_slug !== organization || !/^[\w-]{12,}$/.test(db_pass))
        return { status: 400, body: {} }
      if (state.projects.some((project) => project.name === name)) return { status: 409, body: {} }
      state.passwords.push(db_pass)
      const project = { ref: 'abcdefghijklmnopqrst', name, region, looks: 0, isNew: true }
      Object.assign(state.notReady, { query: 1, 'api-keys': 1, pooler: 1 })
      state.projects.push(project)
      return { status: 201, body: describe(project) }
    },
    'GET /v1/projects/:ref': (_, ref) => {
      const project = state.projects.find((one) => one.ref === ref)
      return project ? { body: describe(project) } : { status: 404, body: { message: 'Project not found' } }
    },
    'GET /v1/projects/:ref/api-keys': ({ query }) => ({
      body: [
        ...state.keys.map(({ name, api_key }, id) => ({
          ...{ id: String(id), name, type: 'secret', hash: '', prefix: api_key.slice(0, 15) },
          api_key: query.get('reveal') === 'true' ? api_key : `${api_key.slice(0, 15)}····`,
          secret_jwt_template: { role: 'service_role' },
          ...{ inserted_at: '2026-11-27T00:00:00Z', updated_at: '2026-11-27T00:00:00Z' },
        })),
        { id: 'p', name: 'default', type: 'publishable', prefix: null, api_key: state.publishable },
        // The schema of the CLI demands nothing but the name.
        { name: 'anon', type: 'legacy' },
      ],
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
      const { query: given, read_only } = JSON.parse(`${body}`)
      const query = given.replaceAll(/\b(?:desk|backup)_operator(?=\b|_\d)/g, ownName)
      if (!read_only) state.changes.push(given)
      // The role belongs to the whole test server. Here it is only noted that its password was replaced.
      if (/^alter role postgres password '\w{48}'$/.test(query)) {
        state.passwords.pop()
        return { status: 201, body: [] }
      }
      try {
        const rows = read_only
          ? await database.queryAs(reader, `set transaction read only; ${query}`)
          : await database.query(query)
        const text = JSON.stringify(rows)
          .replaceAll(deskLogin, 'desk_operator')
          .replaceAll(backupLogin, 'backup_operator')
        return { status: 201, body: JSON.parse(text) }
      } catch (error) {
        return { status: 400, body: { message: `Failed to run sql query: ${(error as Error).message}` } }
      }
    },
    'GET /v1/projects/:ref/config/auth': () => ({ body: shownAuth() }),
    'PATCH /v1/projects/:ref/config/auth': ({ body }) => {
      const given: Record<string, unknown> = JSON.parse(`${body}`)
      const wrong = Object.entries(given).filter(([name, value]) => !isAuthValue(name, value))
      if (wrong.length > 0)
        return { status: 400, body: { message: wrong.map(([name]) => `${name} is not valid`) } }
      const { [state.stubborn]: _, ...kept } = given
      Object.assign(state.auth, kept)
      return { body: shownAuth() }
    },
    'GET /v1/projects/:ref/secrets': () => ({
      body: [...state.secrets].map(([name, value]) => ({
        name,
        value: createHash('sha256').update(value).digest('hex'),
        updated_at: '2026-11-27T00:00:00Z',
      })),
    }),
    'POST /v1/projects/:ref/secrets': async ({ body }) => {
      for (const { name, value } of JSON.parse(`${body}`)) state.secrets.set(name, value)
      await serve()
      return { status: 201, body: '' }
    },
    'DELETE /v1/projects/:ref/secrets': async ({ body }) => {
      for (const name of JSON.parse(`${body}`)) state.secrets.delete(name)
      await serve()
      return { body: '' }
    },
    'GET /v1/projects/:ref/functions': () => ({ body: [] }),
    'POST /v1/projects/:ref/functions/deploy': async ({ body, type }) => {
      uploaded = await readUpload(body, type)
      const { files, metadata } = uploaded
      const digest = await files.find(({ name }) => name.endsWith('/source-digest.ts'))?.text()
      state.version = /'(\w+)'/.exec(digest ?? '')?.[1] ?? ''
      await serve()
      return {
        status: 201,
        body: { id: '1', slug: metadata.name, version: 1, status: 'ACTIVE', ...metadata },
      }
    },
  }

  /** Undefined for another call. */
  async function callProject(pathname: string, { method, headers }: IncomingMessage, body: Buffer) {
    const [, part, rest = ''] = /^\/(functions|rest)\/v1(\/.*)$/.exec(pathname) ?? []
    if (part === 'functions') {
      if (!served) return Response.json({ code: 'NOT_FOUND' }, { status: 404 })
      const passed = Object.entries(headers).filter(([name]) => /^(?:apikey|content-type|x-.*)$/.test(name))
      return served.call(rest, {
        ...{ method, headers: Object.fromEntries(passed) as Record<string, string> },
        body: body.length > 0 ? new Uint8Array(body) : undefined,
      })
    }
    if (part !== 'rest') return undefined
    return state.keys.some(({ api_key }) => api_key === headers.apikey)
      ? answerRpc(database, rest.replace('/rpc/', ''), `${body}`)
      : Response.json({ message: 'Invalid API key' }, { status: 401 })
  }

  const listener = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const body = await buffer(request)
    const ofProject = await callProject(pathname, request, body)
    if (ofProject) {
      answer.writeHead(ofProject.status, { 'content-type': 'application/json' })
      answer.end(await ofProject.text())
      return
    }
    const [, ref = ''] = /^\/v1\/projects\/([a-z]{20})(?:\/|$)/.exec(pathname) ?? []
    const route = `${request.method} ${ref ? pathname.replace(ref, ':ref') : pathname}`
    state.calls.push(route)
    const fault = state.faults.get(route)
    if (fault === 'silence') return
    const isSignedIn = request.headers.authorization === `Bearer ${token}`
    const handle = route in routes ? routes[route as SupabaseCall | ManagementCall] : undefined
    // Healthy does not mean that each part answers.
    const part = (['query', 'api-keys', 'pooler'] as const).find((name) => route.endsWith(`/${name}`))
    const isEarly = part !== undefined && state.notReady[part]-- > 0
    if (!handle) state.unknown.push(route)
    const type = request.headers['content-type'] ?? ''
    const reply =
      typeof fault === 'number'
        ? { status: fault, body: { message: sentences[fault], ...(fault === 403 && lacking) } }
        : isEarly
          ? { status: 503, body: { message: 'Service Unavailable' } }
          : !isSignedIn
            ? { status: 401, body: { message: 'Unauthorized' } }
            : ((await handle?.({ path: pathname, query: searchParams, type, body }, ref)) ?? {
                status: 404,
                body: { message: 'Not Found' },
              })
    const isDone = (reply.status ?? 200) < 300
    if (fault === 'lost' || (isDone && state.isCut(route, `${body}`))) return
    answer.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    answer.end(reply.body === '' ? '' : JSON.stringify(reply.body))
  })
  const url = `http://127.0.0.1:${await listen(listener)}`

  return {
    state,
    url,
    deskLogin,
    backupLogin,
    /** Points the CLI to this API. */
    writeProfile: (file: string) => {
      const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}\n`)
      writeFileSync(file, `name: stand-in\nproject_host: nowhere.invalid\n${addresses.join('')}`)
    },
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      listener.close()
      await served?.stop()
      for (const name of [deskLogin, backupLogin])
        for (const login of [name, `${name}_2`]) await database.query(`drop role if exists ${login}`)
    },
  }
}
