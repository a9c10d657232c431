/**
 * The result of one check. If a check is 'unseen', it could not be made. `todo` says how to repair the fault, or what
 * makes the check possible.
 */
export type Result = {
  check: string
  status: 'ok' | 'fault' | 'unseen'
  sentence: string
  todo: string | null
}

/** A text that says what is wrong and, after an arrow, how to repair it. */
export type Fault = `${string} → ${string}`

/**
 * Returns one result for each fault. If there is no fault, returns a single result with the status `ok` and the
 * sentence `right`.
 */
export function judge(check: string, right: string, ...faults: (Fault | false | undefined)[]): Result[] {
  const found = faults.filter((fault) => fault !== false && fault !== undefined)
  if (found.length === 0) return [{ check, status: 'ok', sentence: right, todo: null }]
  return found.map((fault) => {
    const [sentence = '', todo = null] = fault.split(' → ')
    return { check, status: 'fault', sentence, todo }
  })
}

/** Returns results for checks that could not be made. Such a result does not count as a fault. */
export const unseen = (checks: string | string[], sentence: string, todo: string | null = null): Result[] =>
  [checks].flat().map((check) => ({ check, status: 'unseen', sentence, todo }))
