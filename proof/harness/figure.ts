/** A measured value beside what is allowed; without a bound it only tells. */
export type Figure = { figure: string; measured: string | number; allowed: string; isKept: boolean }
type Bound = { most: number } | { least: number } | { exactly: number }

/** Compares a measured value with its bound. A value that is missing keeps none. */
export function figure(what: string, measured: string | number, bound?: Bound): Figure {
  const value = typeof measured === 'number' ? Math.round(measured * 100) / 100 : measured
  if (!bound) return { figure: what, measured: value, allowed: '', isKept: true }
  if ('most' in bound)
    return {
      figure: what,
      measured: value,
      allowed: `≤ ${bound.most}`,
      isKept: Number(measured) <= bound.most,
    }
  if ('least' in bound)
    return {
      figure: what,
      measured: value,
      allowed: `≥ ${bound.least}`,
      isKept: Number(measured) >= bound.least,
    }
  return {
    figure: what,
    measured: value,
    allowed: `${bound.exactly}`,
    isKept: Number(measured) === bound.exactly,
  }
}

/** Prints figures as `figure | measured | allowed`; marks those that break their bound. */
export function printFigures(figures: Figure[]): void {
  const width = (key: 'figure' | 'measured') =>
    Math.max(...figures.map((row) => `${row[key]}`.length), key.length)
  const line = (first: string, second: string, third: string) =>
    console.log(`  ${first.padEnd(width('figure'))} | ${second.padStart(width('measured'))} | ${third}`)
  line('figure', 'measured', 'allowed')
  for (const row of figures)
    line(row.figure, `${row.measured}`, `${row.allowed}${row.isKept ? '' : '  BROKEN'}`)
}
