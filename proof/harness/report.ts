/** Makes what prints, line by line, what was checked, how many faults that found, and that none is allowed. */
export function createReport() {
  let count = 0
  return {
    /** Prints whether something holds, and below it what is wrong. */
    tell(what: string, faults: string[]) {
      console.log(`${faults.length > 0 ? '✖' : '✔'} ${what} | ${faults.length} faults | 0`)
      for (const fault of faults) console.log(`  ${fault}`)
      count += faults.length
    },
    /** Prints the sum and ends this process: with 1 when something was wrong. */
    end(): never {
      console.log(count > 0 ? `\n${count} do not hold` : '\nAll holds.')
      process.exit(count > 0 ? 1 : 0)
    },
  }
}

/** Lists the expectations that do not hold. */
export const unmet = (expected: Record<string, boolean | undefined>): string[] =>
  Object.entries(expected).flatMap(([what, holds]) => (holds ? [] : [`expected: ${what}`]))
