import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { authSettings } from '../../machine/auth-settings.ts'
import type { Database, Row } from '../database/database.ts'
import { AuthFault } from './auth-fault.ts'

export type Query = (statements: string, parameters?: unknown[]) => Promise<Row[]>

/** Of the browser that asked for the session. */
export type Visitor = { ip: string; userAgent: string | undefined }

export type Session = { sessionId: string; refreshToken: string }

/** A user's two codes: one confirms the address at the first sign-in, the other signs in later. */
export type CodeKind = 'confirmation' | 'recovery'

/** As Auth itself, which logs in as supabase_auth_admin. */
export function asAuth<T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> {
  return database.transaction(async (query) => {
    await query('set local session authorization supabase_auth_admin')
    return work(query)
  })
}

/** As Auth returns it (supabase/auth, internal/models/user.go). */
const userJson = `jsonb_strip_nulls(jsonb_build_object(
  'id', id, 'aud', aud, 'role', role, 'email', coalesce(email, ''), 'phone', '',
  'email_confirmed_at', email_confirmed_at, 'confirmed_at', email_confirmed_at,
  'confirmation_sent_at', confirmation_sent_at, 'recovery_sent_at', recovery_sent_at,
  'last_sign_in_at', last_sign_in_at, 'app_metadata', raw_app_meta_data, 'user_metadata', raw_user_meta_data,
  'identities', '[]'::jsonb, 'created_at', created_at, 'updated_at', updated_at, 'banned_until', banned_until,
  'is_anonymous', is_anonymous, 'factors', (
    select jsonb_agg(jsonb_build_object('id', factors.id, 'created_at', factors.created_at,
      'updated_at', factors.updated_at, 'status', factors.status, 'friendly_name', factors.friendly_name,
      'factor_type', factors.factor_type) order by factors.created_at)
    from auth.mfa_factors factors where factors.user_id = users.id)))`

export type User = Record<string, unknown> & {
  id: string
  email: string
  email_confirmed_at?: string
  factors?: { id: string; status: string; friendly_name?: string; factor_type: string }[]
}

export async function findUser(
  query: Query,
  by: { id: string } | { email: string },
): Promise<User | undefined> {
  const condition =
    'id' in by
      ? 'id = $1::text::uuid'
      : `lower(email) = lower($1) and aud = 'authenticated' and not is_sso_user`
  const [row] = await query(
    `select ${userJson} as found from auth.users where ${condition}`,
    Object.values(by),
  )
  return row?.found as User | undefined
}

export async function listUsers(query: Query): Promise<User[]> {
  return (await query(`select ${userJson} as found from auth.users order by created_at`)).map(
    ({ found }) => found as User,
  )
}

/**
 * Before a user is created, asks a function in the database, and throws its refusal. As at Supabase, an
 * `error` without a `message` refuses nothing (supabase/auth, internal/hooks/hookserrors/hookserrors.go).
 */
export async function askHook(query: Query, email: string, ip: string) {
  const user = {
    ...{ id: randomUUID(), aud: 'authenticated', role: '', email, phone: '' },
    ...{ app_metadata: { provider: 'email', providers: ['email'] }, user_metadata: {}, identities: [] },
    ...{ created_at: '0001-01-01T00:00:00Z', updated_at: '0001-01-01T00:00:00Z', is_anonymous: false },
  }
  const metadata = {
    uuid: randomUUID(),
    time: new Date().toISOString(),
    name: 'before-user-created',
    ip_address: ip,
  }
  await query(`set local statement_timeout = '2s'`)
  const [row] = await query('select public.admit_member($1::text::jsonb) as answer', [
    JSON.stringify({ metadata, user }),
  ])
  const { error } = (row?.answer ?? {}) as { error?: { http_code?: number; message?: string } }
  if (error?.message) throw new AuthFault(error.http_code || 500, undefined, error.message)
}

type NewUser = { id?: string; email: string; password: string; isConfirmed?: boolean; data?: object }

/** Takes a hashed password. */
export async function addUser(
  query: Query,
  { id = randomUUID(), email, password, isConfirmed, data }: NewUser,
) {
  await query(
    `insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
      raw_app_meta_data, raw_user_meta_data
    ) values (
      $1::text::uuid, 'authenticated', 'authenticated', lower($2), $3, case when $4::text = 'true' then now() end,
      '', '', '{"provider":"email","providers":["email"]}', $5::text::jsonb
    )`,
    [id, email, password, String(isConfirmed === true), JSON.stringify(data ?? {})],
  )
}

/** Not printed. */
export async function newCode(query: Query, email: string, kind: CodeKind): Promise<string> {
  const frequency = authSettings.smtp_max_frequency
  const [row] = await query(
    `select floor(extract(epoch from ${kind}_sent_at - now()))::integer + ${frequency} as wait
    from auth.users where lower(email) = lower($1) and ${kind}_sent_at + interval '${frequency} s' > now()
    for update`,
    [email],
  )
  if (row)
    throw AuthFault.tooManyMails(
      `For security purposes, you can only request this after ${row.wait} seconds.`,
    )
  const code = String(randomInt(10 ** authSettings.mailer_otp_length)).padStart(
    authSettings.mailer_otp_length,
    '0',
  )
  await query(
    `update auth.users set ${kind}_token = $2, ${kind}_sent_at = now(), updated_at = now()
    where lower(email) = lower($1)`,
    [email, hashCode(email, code)],
  )
  return code
}

/** If the email was not sent. Auth rolls back to the code before, which is spent here. */
export const dropCode = (query: Query, email: string, kind: CodeKind) =>
  query(`update auth.users set ${kind}_token = '', ${kind}_sent_at = null where lower(email) = lower($1)`, [
    email,
  ])

/** supabase/auth, internal/crypto/crypto.go GenerateTokenHash */
export const hashCode = (email: string, code: string) =>
  createHash('sha224')
    .update(email.toLowerCase() + code)
    .digest('hex')

/**
 * Returns whose code this is, and spends it. Tries `kinds` in order. Undefined for a wrong code, an old one
 * and an unknown address alike (supabase/auth, internal/api/verify.go).
 */
export async function spendCode(query: Query, hash: string, kinds: CodeKind[], email?: string) {
  for (const kind of kinds) {
    const [row] = await query(
      `update auth.users set ${kind}_token = '', updated_at = now(),
        email_confirmed_at = coalesce(email_confirmed_at, now()),
        raw_user_meta_data = raw_user_meta_data || '{"email_verified":true}'
      where ${kind}_token = $1 and ${kind}_sent_at + interval '${authSettings.mailer_otp_exp} s' >= now()
        and ($2::text is null or lower(email) = lower($2))
      returning id`,
      [hash, email ?? null],
    )
    if (row) return String(row.id)
  }
  return undefined
}

/** supabase/auth, internal/tokens/service.go IssueRefreshToken */
export async function startSession(
  query: Query,
  userId: string,
  method: 'otp' | 'password',
  { ip, userAgent }: Visitor,
): Promise<Session> {
  const sessionId = randomUUID()
  await query(
    `insert into auth.sessions (id, user_id, aal, ip, user_agent)
    values ($1::text::uuid, $2::text::uuid, 'aal1', $3::text::inet, $4)`,
    [sessionId, userId, ip, userAgent ?? null],
  )
  await query('update auth.users set last_sign_in_at = now() where id = $1::text::uuid', [userId])
  await addMethod(query, sessionId, method)
  return { sessionId, refreshToken: await addRefreshToken(query, userId, sessionId) }
}

async function addRefreshToken(
  query: Query,
  userId: string,
  sessionId: string,
  parent = '',
): Promise<string> {
  const token = randomBytes(9).toString('base64url')
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3::text::uuid, $4)`,
    [token, userId, sessionId, parent],
  )
  return token
}

/** supabase/auth, internal/models/amr.go AddClaimToSession */
const addMethod = (query: Query, sessionId: string, method: string) =>
  query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    values (gen_random_uuid(), $1::text::uuid, $2)
    on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
    [sessionId, method],
  )

/** How the session was signed in to, the newest first (supabase/auth, internal/models/sessions.go). */
export async function listMethods(query: Query, sessionId: string) {
  const rows = await query(
    `select authentication_method as method, floor(extract(epoch from updated_at))::integer as timestamp
    from auth.mfa_amr_claims where session_id = $1::text::uuid order by updated_at desc`,
    [sessionId],
  )
  return rows.map(({ method, timestamp }) => ({ method: String(method), timestamp: Number(timestamp) }))
}

/**
 * Spends a refresh token for the next (supabase/auth, internal/tokens/service.go RefreshTokenGrant, tokens of
 * version 1). A spent one gets the token that followed it while that is the newest, and a new one for some
 * seconds. Then the session's tokens are revoked. A fault is returned, since the revocation stays.
 */
export async function refresh(
  query: Query,
  token: string,
  { ip, userAgent }: Visitor,
): Promise<(Session & { userId: string }) | AuthFault> {
  const [row] = await query(
    `select session_id, user_id, revoked, (
        select token from auth.refresh_tokens active
        where active.session_id = given.session_id and not active.revoked and active.parent = given.token
          and active.id = (
            select max(id) from auth.refresh_tokens newest
            where newest.session_id = given.session_id and not newest.revoked)
      ) as follower,
      now() > updated_at + interval '${authSettings.security_refresh_token_reuse_interval} s' as is_late
    from auth.refresh_tokens given where token = $1 for update`,
    [token],
  )
  if (!row)
    return new AuthFault(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  const [userId, sessionId] = [String(row.user_id), String(row.session_id)]
  const isReused = row.revoked === true && !row.follower
  if (isReused && row.is_late) {
    await revokeTokens(query, sessionId)
    return new AuthFault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  const next =
    row.revoked && row.follower ? String(row.follower) : await swap(query, userId, sessionId, token)
  await query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', ip = $2::text::inet, user_agent = $3
    where id = $1::text::uuid`,
    [sessionId, ip, userAgent ?? null],
  )
  return { userId, sessionId, refreshToken: next }
}

async function swap(query: Query, userId: string, sessionId: string, token: string) {
  await query('update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1', [token])
  return addRefreshToken(query, userId, sessionId, token)
}

const revokeTokens = (query: Query, sessionId: string) =>
  query(
    `update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = $1::text::uuid and not revoked`,
    [sessionId],
  )

export async function findSession(query: Query, id: string): Promise<{ aal: string } | undefined> {
  const [row] = await query('select aal from auth.sessions where id = $1::text::uuid', [id])
  return row && { aal: String(row.aal) }
}

/** supabase/auth, internal/api/logout.go */
export async function endSessions(
  query: Query,
  userId: string,
  sessionId: string,
  scope: 'global' | 'local' | 'others',
) {
  const which = { global: '$2::text is not null', local: 'id::text = $2', others: 'id::text <> $2' }[scope]
  await query(`delete from auth.sessions where user_id = $1::text::uuid and ${which}`, [userId, sessionId])
}

/** Never verified and without a challenge (supabase/auth, internal/models/factor.go). */
export const removeExpiredFactors = (query: Query) =>
  query(
    `delete from auth.mfa_factors where status <> 'verified' and created_at + interval '300 s' < now()
      and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
  )

export async function addFactor(query: Query, userId: string, name: string, secret: string): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    values ($1::text::uuid, $2::text::uuid, $3, 'totp', 'unverified', $4)`,
    [id, userId, name, secret],
  )
  return id
}

export type Factor = { id: string; secret: string; status: string }

export async function findFactor(query: Query, userId: string, id: string): Promise<Factor | undefined> {
  const [row] = await query(
    `select id, secret, status from auth.mfa_factors where id = $1::text::uuid and user_id = $2::text::uuid`,
    [id, userId],
  )
  return row as Factor | undefined
}

export async function addChallenge(query: Query, factorId: string, ip: string) {
  const id = randomUUID()
  const [row] = await query(
    `insert into auth.mfa_challenges (id, factor_id, ip_address)
    values ($1::text::uuid, $2::text::uuid, $3::text::inet)
    returning floor(extract(epoch from created_at))::integer + 300 as expires_at`,
    [id, factorId, ip],
  )
  await query(
    `update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1::text::uuid`,
    [factorId],
  )
  return { id, expires_at: Number(row?.expires_at) }
}

/** What is wrong with a challenge, if anything (supabase/auth, internal/api/mfa.go validateChallenge). */
export async function checkChallenge(query: Query, factorId: string, id: string, ip: string) {
  const [row] = await query(
    `select verified_at is not null or ip_address <> $3::text::inet as is_foreign,
      created_at + interval '300 s' < now() as is_old
    from auth.mfa_challenges where id::text = $1 and factor_id = $2::text::uuid`,
    [id, factorId, ip],
  )
  if (!row)
    return new AuthFault(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (row.is_foreign)
    return new AuthFault(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  if (!row.is_old) return undefined
  await query('delete from auth.mfa_challenges where id::text = $1', [id])
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new AuthFault(422, 'mfa_challenge_expired', message)
}

/**
 * The session goes to aal2, and the user's sessions below it end (supabase/auth, internal/api/mfa.go
 * verifyTOTPFactor and internal/api/token.go updateMFASessionAndClaims).
 */
export async function verifyFactor(
  query: Query,
  userId: string,
  sessionId: string,
  factorId: string,
  challengeId: string,
): Promise<Session> {
  await query('update auth.mfa_challenges set verified_at = now() where id::text = $1', [challengeId])
  await query(
    `update auth.mfa_factors set status = 'verified', updated_at = now()
    where id = $1::text::uuid and status <> 'verified'`,
    [factorId],
  )
  await addMethod(query, sessionId, 'totp')
  const [current] = await query(
    `select token from auth.refresh_tokens where session_id = $1::text::uuid and not revoked order by created_at limit 1`,
    [sessionId],
  )
  const refreshToken = await swap(query, userId, sessionId, String(current?.token ?? ''))
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2::text::uuid where id = $1::text::uuid`, [
    sessionId,
    factorId,
  ])
  await query(`delete from auth.sessions where user_id = $1::text::uuid and aal < 'aal2'`, [userId])
  await query(
    `delete from auth.mfa_factors where user_id = $1::text::uuid and status = 'unverified' and factor_type = 'totp'`,
    [userId],
  )
  return { sessionId, refreshToken }
}

/** The factor's sessions go back to aal1 (supabase/auth, internal/models/factor.go). */
export async function removeFactor(query: Query, factorId: string) {
  await query('delete from auth.mfa_factors where id = $1::text::uuid', [factorId])
  await query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
      and session_id in (select id from auth.sessions where factor_id = $1::text::uuid)`,
    [factorId],
  )
  await query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::text::uuid`, [
    factorId,
  ])
}

/** Nobody signs in with null (supabase/auth, internal/models/user.go Authenticate). */
export async function findPassword(query: Query, userId: string): Promise<string | undefined> {
  const [row] = await query('select encrypted_password from auth.users where id = $1::text::uuid', [userId])
  return typeof row?.encrypted_password === 'string' ? row.encrypted_password : undefined
}

/** Takes a hashed password, and ends the other sessions (internal/models/user.go UpdatePassword). */
export async function setPassword(query: Query, userId: string, password: string, sessionId = '') {
  await query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1::text::uuid', [
    userId,
    password,
  ])
  await endSessions(query, userId, sessionId, 'others')
}

/** What users may write about themselves. */
export const addData = (query: Query, userId: string, data: unknown) =>
  query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || $2::text::jsonb, updated_at = now()
    where id = $1::text::uuid`,
    [userId, JSON.stringify(data)],
  )

export const removeUser = (query: Query, userId: string) =>
  query('delete from auth.users where id = $1::text::uuid', [userId])
