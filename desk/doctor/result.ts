/** What one check found. `todo` says how to repair a fault, or how to have an unseen check seen. */
export type Result = {
  check: string
  status: 'ok' | 'fault' | 'unseen'
  sentence: string
  todo: string | null
}

/** Says what is wrong and, after an arrow, how to repair it. */
export type Fault = `${string} → ${string}`

/** Returns the faults that were found, or `ok` with the sentence `right` if there are none. */
export function judge(check: string, right: string, ...faults: (Fault | false | undefined)[]): Result[] {
  const found = faults.filter((fault) => fault !== false && fault !== undefined)
  if (found.length === 0) return [{ check, status: 'ok', sentence: right, todo: null }]
  return found.map((fault) => {
    const [sentence = '', todo = null] = fault.split(' → ')
    return { check, status: 'fault', sentence, todo }
  })
}

/** Returns results for checks that could not be made. They do not count as faults. */
export const unseen = (checks: string | string[], sentence: string, todo: string | null = null): Result[] =>
  [checks].flat().map((check) => ({ check, status: 'unseen', sentence, todo }))
