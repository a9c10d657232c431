/**
 * 'unseen': the check could not be made. `todo` says how to repair the fault, or what makes the check
 * possible.
 */
export type Result = {
  check: string
  status: 'ok' | 'fault' | 'unseen'
  sentence: string
  todo: string | null
}

export type Fault = `${string} → ${string}`

/** One result a fault, or a single `ok` with the sentence `right`. */
export function judge(check: string, right: string, ...faults: (Fault | false | undefined)[]): Result[] {
  const found = faults.filter((fault) => fault !== false && fault !== undefined)
  if (found.length === 0) return [{ check, status: 'ok', sentence: right, todo: null }]
  return found.map((fault) => {
    const [sentence = '', todo = null] = fault.split(' → ')
    return { check, status: 'fault', sentence, todo }
  })
}

/** For checks that could not be made: no fault. */
export const unseen = (checks: string | string[], sentence: string, todo: string | null = null): Result[] =>
  [checks].flat().map((check) => ({ check, status: 'unseen', sentence, todo }))
