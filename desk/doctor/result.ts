/** What one check found. `todo` says how to repair a fault, or how to make visible what was not seen. */
export type Result = {
  check: string
  status: 'ok' | 'fault' | 'unseen'
  sentence: string
  todo: string | null
}

/** What is wrong and, behind an arrow, how to repair it. */
export type Fault = `${string} → ${string}`

/** The faults that hold, or `ok` with what is right when there is none. */
export function judge(check: string, right: string, ...faults: (Fault | false | undefined)[]): Result[] {
  const found = faults.filter((fault) => fault !== false && fault !== undefined)
  if (found.length === 0) return [{ check, status: 'ok', sentence: right, todo: null }]
  return found.map((fault) => {
    const [sentence = '', todo = ''] = fault.split(' → ')
    return { check, status: 'fault', sentence, todo }
  })
}

/** For what could not be looked at; it does not count as a fault. */
export const unseen = (checks: string | string[], sentence: string, todo: string | null = null): Result[] =>
  [checks].flat().map((check) => ({ check, status: 'unseen', sentence, todo }))
