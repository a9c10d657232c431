/** A measured value beside what is allowed; without a bound it only tells. `faults` name what is wrong. */
export type Figure = {
  figure: string
  measured: string | number
  allowed: string
  isKept: boolean
  faults?: string[]
}
type Bound = { most: number } | { least: number } | { exactly: number }

/** Compares a measured value with its bound. A value that is missing keeps none. */
export function figure(what: string, measured: string | number, bound?: Bound): Figure {
  const value = Number(measured)
  const row = (allowed: string, isKept: boolean) => ({
    figure: what,
    measured: rounded(measured),
    allowed,
    isKept,
  })
  if (!bound) return row('', true)
  if ('most' in bound) return row(`≤ ${rounded(bound.most)}`, value <= bound.most)
  if ('least' in bound) return row(`≥ ${rounded(bound.least)}`, value >= bound.least)
  return row(`${bound.exactly}`, value === bound.exactly)
}

/** The number of faults, of which none is allowed. */
export const noneOf = (what: string, faults: string[]): Figure => ({
  ...figure(what, faults.length, { exactly: 0 }),
  faults,
})

/** Lists the expectations that do not hold. */
export const unmet = (expected: Record<string, boolean | undefined>): string[] =>
  Object.entries(expected).flatMap(([what, holds]) => (holds ? [] : [`expected: ${what}`]))

const rounded = (value: string | number) =>
  typeof value === 'number' ? Number(value.toFixed(value < 0.1 ? 4 : 2)) : value

/** The smallest value that is not exceeded by this share of the values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
}

/** The value that half of the values do not exceed. */
export const median = (values: number[]) => percentile(values, 0.5)

/** Prints figures as `figure | measured | allowed`, and below them the faults. Gives whether all keep their bounds. */
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

/** Makes what prints the figures of a program table by table, and ends this process: with 1 when a bound is broken. */
export function createReport() {
  const broken: string[] = []
  return {
    tell(title: string, figures: Figure[]) {
      console.log(`\n${title}`)
      if (!printFigures(figures)) broken.push(title)
    },
    end(): never {
      console.log(broken.length > 0 ? `\nBroken: ${broken.join(', ')}` : '\nAll kept.')
      process.exit(broken.length > 0 ? 1 : 0)
    },
  }
}
