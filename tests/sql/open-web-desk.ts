import { openTestDesk } from './open-test-desk.ts'
import type { Row } from './test-database.ts'

type Json = Record<string, unknown>
/** What a door returns. */
export type Answered = { answer?: unknown; refused?: string; error?: { code: string; message: string } }

export const issuer = 'https://project.test/auth/v1'
export const tryKey = 'the key of the web server'

/** The functions that are used where the database is, and never on the web. */
export const closed = [
  'add_member',
  'end_webhooks',
  'list_removals',
  'pin_member',
  'reapply_removals',
  'remove_member',
  'reset_member',
  'set_web',
  'start_sweep',
  'sweep_answer',
  'verify_lead_evidence',
]

/** How a call comes. What is not given is as PostgREST sends it for a member who has just signed in. */
export type Way = {
  /** Replaces claims of the token. Undefined takes a claim out. */
  claims?: Json
  /** The whole setting, whatever it is. */
  rawClaims?: string
  headers?: Json
  login?: string
  role?: string
  isGet?: boolean
  isSlow?: boolean
}

/** Somebody who has signed in, with the claims of the token. */
export type Person = { user: string; session: string; factor: string; claims: Json }

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
export const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

/**
 * Opens a database with a desk on the web. Its calls come as PostgREST makes them (PostgREST/postgrest,
 * src/library/PostgREST/Query/PreQuery.hs): the session of authenticator, the role, the claims and the headers.
 */
export async function openWebDesk() {
  const opened = await openTestDesk()
  const { query, desk } = opened

  /** Signs an address in at Auth with a code and a second factor, as the tables of Auth then are. */
  async function signIn(email: string, { aal = 'aal2', isConfirmed = true } = {}): Promise<Person> {
    const person = { user: crypto.randomUUID(), session: crypto.randomUUID(), factor: crypto.randomUUID() }
    await query(
      `with person as (
        insert into auth.users (id, email, email_confirmed_at) values ($1, $4, case when $6::boolean then now() end)
        returning id
      ), factor as (
        insert into auth.mfa_factors (id, user_id, factor_type, status) select $3, id, 'totp', 'verified' from person
      )
      insert into auth.sessions (id, user_id, factor_id, aal)
      select $2, id, case when $5 = 'aal2' then $3::uuid end, $5::auth.aal_level from person`,
      [person.user, person.session, person.factor, email, aal, isConfirmed],
    )
    const amr = [
      { method: 'otp', timestamp: secondsAgo(60) },
      ...(aal === 'aal2' ? [{ method: 'totp', timestamp: secondsAgo(30) }] : []),
    ]
    return {
      ...person,
      claims: {
        iss: issuer,
        aud: 'authenticated',
        role: 'authenticated',
        sub: person.user,
        session_id: person.session,
        exp: secondsAgo(-3600),
        is_anonymous: false,
        email,
        aal,
        amr,
      },
    }
  }

  /** Adds a member who has signed in and whose factor is pinned. */
  async function join(name: string, role: string): Promise<Person> {
    await desk('add_member', { name, address: `${name}@team.example`, role })
    const person = await signIn(`${name}@team.example`)
    await query('update desk_members set user_id = $1, factor_id = $2 where name = $3', [
      person.user,
      person.factor,
      name,
    ])
    return person
  }

  /** Calls a function of the desk through a door, and returns what the door does. */
  async function call(person: Person, name: string, values: unknown = {}, way: Way = {}): Promise<Answered> {
    const claims = way.rawClaims ?? JSON.stringify({ ...person.claims, ...way.claims })
    const headers = JSON.stringify({ host: 'project.test', ...way.headers })
    const rows: Row[] = await query(`
      ${way.isGet ? 'set transaction read only;' : ''}
      set local session authorization ${way.login ?? 'authenticator'};
      set local search_path = public, extensions;
      select set_config('role', ${quote(way.role ?? 'authenticated')}, true),
        set_config('request.jwt.claims', ${quote(claims)}, true),
        set_config('request.headers', ${quote(headers)}, true);
      select public.${way.isSlow ? 'desk_slow' : 'desk'}(${quote(name)}, ${quote(JSON.stringify(values))}) as said`)
    return rows[0]?.said as Answered
  }

  /** Runs a statement with a login of its own, which cannot take back the rights of the superuser. */
  const runAs = (login: string, statement: string) =>
    query(`set local session authorization ${login}; ${statement}`)

  await desk('set_web', { issuer, try_key: tryKey })
  const log = () => query('select member, called, outcome, noted, person from desk_log order by id')

  return { ...opened, runAs, signIn, join, call, log }
}
