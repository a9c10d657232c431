export type Counts = { passed: number; failed: number; skipped: number }

/** The closing lines of Node's, Playwright's and Deno's test runners. */
const closings: Record<keyof Counts, RegExp> = {
  passed: /^ℹ pass (\d+)$|^ {2}(\d+) (?:passed(?: \(.*\))?|flaky)$|^(?:ok|FAILED) \| (\d+) passed\b/gm,
  failed:
    /^ℹ (?:fail|cancelled) (\d+)$|^ {2}(\d+) (?:failed|interrupted|did not run)$|^(?:ok|FAILED) \|.* \| (\d+) failed\b/gm,
  skipped: /^ℹ (?:skipped|todo) (\d+)$|^ {2}(\d+) skipped$|^(?:ok|FAILED) \|.* \| (\d+) ignored\b/gm,
}

/**
 * Adds up the results that test runners print at their end. A script without a test runner counts as one test. A script
 * that ended with an error has at least one failure.
 */
export function countResults(output: string, hasPassed: boolean): Counts {
  const counts = Object.fromEntries(
    Object.entries(closings).map(([result, pattern]) => [
      result,
      [...output.matchAll(pattern)].reduce((sum, [, ...found]) => sum + Number(found.find(Boolean)), 0),
    ]),
  ) as Counts
  if (!hasPassed) return { ...counts, failed: Math.max(counts.failed, 1) }
  return counts.passed + counts.skipped === 0 ? { ...counts, passed: 1 } : counts
}

export const addCounts = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

/** Returns the lines in which Playwright names the tests that passed only on the second try. */
export const secondTries = (output: string): string[] =>
  [...output.matchAll(/^ {2}\d+ flaky$((?:\n {4}.*)*)/gm)].flatMap(([, names = '']) =>
    names.trim().split('\n'),
  )
