/** What one check found. `todo` says how to repair a fault, or how to make visible what was not seen. */
export type Result = {
  check: string
  status: 'ok' | 'fault' | 'unseen'
  sentence: string
  todo: string | null
}

export const ok = (check: string, sentence: string): Result => ({ check, status: 'ok', sentence, todo: null })

export const fault = (check: string, sentence: string, todo: string): Result => ({
  check,
  status: 'fault',
  sentence,
  todo,
})

/** For what could not be looked at; it does not count as a fault. */
export const unseen = (check: string, sentence: string, todo: string | null = null): Result => ({
  check,
  status: 'unseen',
  sentence,
  todo,
})
