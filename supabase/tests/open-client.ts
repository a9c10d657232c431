import { createClient } from '@supabase/supabase-js'
import type { Database } from '../functions/send-lead-email/database.ts'
import type { TestDatabase } from './open-empty-database.ts'

type Callable = Pick<TestDatabase, 'queryAs'>

/** Returns a real client that calls the functions of `database` as the service role, with answers like PostgREST's. */
export function openClient(database: Callable) {
  return createClient<Database>('http://database.test', 'sb_secret_test', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (url, init) => {
        const name = new URL(String(url)).pathname.split('/').at(-1) ?? ''
        return answerRpc(database, name, String(init?.body ?? ''))
      },
    },
  })
}

/** Answers POST /rest/v1/rpc/<name> with this body as PostgREST does for the service role. */
export async function answerRpc(database: Callable, name: string, body: string): Promise<Response> {
  const values = JSON.parse(body || '{}') as Record<string, unknown>
  const names = Object.keys(values)
  const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ')
  const many = name.startsWith('claim_')
  const sql = many
    ? `select coalesce(jsonb_agg(to_jsonb(r)), '[]') as answer from ${name}(${list}) r`
    : `select to_jsonb(${name}(${list})) as answer`
  try {
    const [row] = await database.queryAs('service_role', sql, Object.values(values))
    return Response.json(row?.answer ?? null)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const status = code.startsWith('PT') ? Number(code.slice(2)) : 500
    // PostgREST knows beforehand that there is no function with these arguments.
    const told = code === '42883' ? 'PGRST202' : code
    return Response.json({ code: told, message, details: null, hint: null }, { status })
  }
}
