/** A measured value and its bound. If there is no bound, the value is only printed. `faults` lists what is wrong. */
export type Figure = {
  figure: string
  measured: string | number
  allowed: string
  isKept: boolean
  faults?: string[]
}
type Bound = { most: number } | { least: number } | { exactly: number }

/** Compares a measured value with its bound. A missing value breaks any bound. */
export function figure(what: string, measured: string | number, bound?: Bound): Figure {
  const value = Number(measured)
  const row = { figure: what, measured: rounded(measured), allowed: '', isKept: true }
  if (!bound) return row
  if ('most' in bound) return { ...row, allowed: `≤ ${rounded(bound.most)}`, isKept: value <= bound.most }
  if ('least' in bound) return { ...row, allowed: `≥ ${rounded(bound.least)}`, isKept: value >= bound.least }
  return { ...row, allowed: `${bound.exactly}`, isKept: value === bound.exactly }
}

/** Returns a figure for the number of faults. The bound is 0. */
export const noneOf = (what: string, faults: string[]): Figure => ({
  ...figure(what, faults.length, { exactly: 0 }),
  faults,
})

/** Lists the failed expectations. */
export const unmet = (expected: Record<string, boolean | undefined>): string[] =>
  Object.entries(expected).flatMap(([what, holds]) => (holds ? [] : [`expected: ${what}`]))

const rounded = (value: string | number) =>
  typeof value === 'number' ? Number(value.toFixed(value < 0.1 ? 4 : 2)) : value

/**
 * Returns a percentile of the values. With a share of 0.95, for example, 95 % of the values are at most as large as
 * the result.
 */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
}

/** Returns the median. */
export const median = (values: number[]) => percentile(values, 0.5)

/**
 * Prints figures as `figure | measured | allowed`, and below them the faults. Returns true if all bounds are kept.
 */
export function printFigures(figures: Figure[]): boolean {
  const heading = { figure: 'figure', measured: 'measured', allowed: 'allowed', isKept: true }
  const rows = [heading, ...figures]
  const width = (key: 'figure' | 'measured') => Math.max(...rows.map((row) => `${row[key]}`.length))
  for (const { figure, measured, allowed, isKept } of rows) {
    const cells = [figure.padEnd(width('figure')), `${measured}`.padStart(width('measured')), allowed]
    console.log(`  ${cells.join(' | ')}${isKept ? '' : '  BROKEN'}`)
  }
  for (const { isKept, faults = [] } of figures)
    if (!isKept) for (const fault of faults) console.log(`  ${fault}`)
  return figures.every(({ isKept }) => isKept)
}

/** Prints the figures of a program as a table. If a bound is broken, the exit code of the program becomes 1. */
export function tell(title: string, figures: Figure[]): void {
  console.log(`\n${title}`)
  if (!printFigures(figures)) process.exitCode = 1
}
