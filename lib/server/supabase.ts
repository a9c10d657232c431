import 'server-only'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { serverEnv } from '@/lib/env'

let client: SupabaseClient | undefined

/** Throws if a setting of the server is missing. */
export function supabase(): SupabaseClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = serverEnv()
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  client ??= createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth })
  return client
}
