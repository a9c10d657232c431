import { createClient } from '@supabase/supabase-js'
import { callRpc } from '../../local/database/rpc.ts'
import type { TestDatabase } from './test-database.ts'

type Callable = Pick<TestDatabase, 'queryAs'>

/**
 * Returns a real client that calls the functions of `database` as the service role. PostgREST would answer in the same
 * way.
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

/** Answers POST /rest/v1/rpc/<name> with this body, like the local gateway for the service role. */
export async function answerRpc({ queryAs }: Callable, name: string, text: string): Promise<Response> {
  const { status, body } = await callRpc({ callAs: queryAs }, 'service_role', name, JSON.parse(text || '{}'))
  return Response.json(body, { status })
}
