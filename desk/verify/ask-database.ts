import { ports } from '../../local/settings.ts'
import { connectDatabase, isDatabaseAddress } from '../connect-database.ts'
import { type Evidence, evidenceSchema } from './evidence.ts'

type Variables = Record<string, string | undefined>

/** A seal that was mailed. */
export type MailedSeal = { number: string; hash: string }

/**
 * Has the database at SUPABASE_DB_URL, or else the one of the local stack, compare all evidence, with the mailed seal if
 * there is one. Throws an error that names the variable and the way out.
 */
export async function askDatabase(variables: Variables, seal: MailedSeal | undefined): Promise<Evidence> {
  const { SUPABASE_DB_URL: url, SUPABASE_URL: project, GATEWAY_PORT: port } = variables
  if (!url && project)
    throw new Error(
      'SUPABASE_DB_URL is not set. Put the database’s own address into .env.local (dashboard, Connect, session pooler, with the password).',
    )
  const answer = await (url ? askServer(url, seal) : askGateway(port || ports.gatewayPort.port, seal))
  return evidenceSchema.parse(answer)
}

async function askServer(url: string, seal: MailedSeal | undefined): Promise<unknown> {
  if (!isDatabaseAddress(url))
    throw new Error('SUPABASE_DB_URL is no address of a database; a password in it must be percent-encoded.')
  const sql = connectDatabase(url)
  try {
    const values = [seal?.number ?? null, seal?.hash ?? null]
    const [row] = await sql.unsafe('select public.verify_lead_evidence($1, $2) as evidence', values)
    return row?.evidence
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '42883')
      throw new Error('The database lacks a migration. Apply them (docs/deploy.md, step 3).')
    if (code === '42501')
      throw new Error('The role in SUPABASE_DB_URL does not own the tables. Use postgres.')
    throw new Error(`The database at SUPABASE_DB_URL does not answer (${code ?? message}).`)
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {})
  }
}

async function askGateway(port: string | number, seal: MailedSeal | undefined): Promise<unknown> {
  const query = new URLSearchParams(seal)
  const response = await fetch(`http://127.0.0.1:${port}/verify/evidence?${query}`).catch((error) => {
    throw new Error('The local stack does not answer. Start it with npm start.', { cause: error })
  })
  if (!response.ok) throw new Error(`The local stack answered ${response.status}: ${await response.text()}`)
  return response.json()
}
