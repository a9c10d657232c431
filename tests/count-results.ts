export type Counts = { passed: number; failed: number; skipped: number }

/** The lines that the test runners of Node, Playwright and Deno print at the end. */
const closings: Record<keyof Counts, RegExp> = {
  passed: /^ℹ pass (\d+)$|^ {2}(\d+) (?:passed(?: \(.*\))?|flaky)$|^(?:ok|FAILED) \| (\d+) passed\b/gm,
  failed:
    /^ℹ (?:fail|cancelled) (\d+)$|^ {2}(\d+) (?:failed|interrupted|did not run)$|^(?:ok|FAILED) \|.* \| (\d+) failed\b/gm,
  skipped: /^ℹ (?:skipped|todo) (\d+)$|^ {2}(\d+) skipped$|^(?:ok|FAILED) \|.* \| (\d+) ignored\b/gm,
}

/**
 * Adds up the results that the test runners print at the end. A script without a test runner counts as one test. If a
 * script ended with an error, there is at least one failure.
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

/** Returns the lines in which Playwright lists flaky tests. Such a test has passed only on the second try. */
export const secondTries = (output: string): string[] =>
  [...output.matchAll(/^ {2}\d+ flaky$((?:\n {4}.*)*)/gm)].flatMap(([, names = '']) =>
    names.trim().split('\n'),
  )
