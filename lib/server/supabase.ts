import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { serverEnv } from '@/lib/env'

/** The one client of the backend, made at its first use. Throws as `parseServerEnv` does when the server lacks a setting. */
export function supabase(): ReturnType<typeof connect> {
  client ??= connect()
  return client
}

let client: ReturnType<typeof connect> | undefined

function connect() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = serverEnv()
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}
