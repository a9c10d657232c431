import { createClient } from '@supabase/supabase-js'
import { callRpc } from '../../local/database/rpc.ts'
import type { TestDatabase } from './test-database.ts'

type Callable = Pick<TestDatabase, 'queryAs'>

/**
 * Returns a real Supabase client. Its calls run in `database` as the service role, and the answers are like those of
 * PostgREST.
 */
export function openClient(database: Callable) {
  return createClient('http://database.test', 'sb_secret_test', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (url, init) => {
        const name = new URL(String(url)).pathname.split('/').at(-1) ?? ''
        return answerRpc(database, name, String(init?.body ?? ''))
      },
    },
  })
}

/**
 * Answers POST /rest/v1/rpc/<name> with this body, in the same way as the local gateway does for the service role.
 */
export async function answerRpc({ queryAs }: Callable, name: string, text: string): Promise<Response> {
  const { status, body } = await callRpc(
    { callAs: (_, sql, values) => queryAs('service_role', sql, values) },
    'service_role',
    name,
    JSON.parse(text || '{}'),
  )
  return Response.json(body, { status })
}
