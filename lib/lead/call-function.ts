import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { supabase } from '@/lib/server/supabase'

const timeoutMs = 8_000

type Call = { body: object; headers?: Record<string, string> }
type Answer = { body: unknown } | { code: string | number }

/** Posts JSON to a path of the function `send-lead-email`. Returns its answer or a code for the log. Never throws. */
export async function callFunction(path: string, makeCall: () => Call): Promise<Answer> {
  try {
    const options = { ...makeCall(), timeout: timeoutMs }
    const { data, error } = await supabase().functions.invoke<unknown>(`send-lead-email${path}`, options)
    if (!error) return { body: data }
    return { code: error instanceof FunctionsHttpError ? error.context.status : error.name }
  } catch (error) {
    return { code: error instanceof Error ? error.message : 'unknown' }
  }
}
