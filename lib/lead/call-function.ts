import 'server-only'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { supabase } from '@/lib/server/supabase'

const timeoutMs = 8_000

/**
 * Posts a JSON body to a path of the function `send-lead-email`, '' or one such as '/confirm'. Resolves to undefined once it
 * succeeded, or else to a code for the log: the HTTP status of the answer, or why there was none. Never throws, also where
 * `makeBody` does because the server lacks a setting.
 */
export async function callFunction(
  path: string,
  makeBody: () => object,
  headers?: Record<string, string>,
): Promise<string | number | undefined> {
  try {
    const options = { body: makeBody(), headers, timeout: timeoutMs }
    const { error } = await supabase().functions.invoke(`send-lead-email${path}`, options)
    if (!error) return undefined
    return error instanceof FunctionsHttpError ? error.context.status : error.name
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}
