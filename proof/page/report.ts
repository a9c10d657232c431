import type { Check } from './check.ts'

/** A table of the checks, and below it what the broken ones have to say. */
export function report(title: string, checks: Check[]): string {
  const head = ['', 'page', 'limit', 'budget', '']
  const rows = checks.map(({ what, value, limit, budget, isKept }) => [
    what,
    figure(value),
    limit === undefined ? '' : figure(limit),
    figure(budget),
    isKept ? '' : 'BROKEN',
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column % 4 === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  const notes = checks
    .filter(({ isKept, note }) => note && !isKept)
    .map(({ what, note }) => `${what}: ${note}`)
  return [`\n${title}`, ...lines, ...notes].join('\n')
}

const figure = (value: number) => (Number.isInteger(value) ? `${value}` : value.toFixed(value < 1000 ? 1 : 0))
