import type { Check } from './check.ts'

/** Prints a table of checks, and below it the notes of those whose budget is broken. */
export function report(title: string, checks: Check[]): void {
  const rows = checks.map(({ what, value, baseline, budget, isKept }) => [
    what,
    {
      page: round(value),
      ...(baseline !== undefined && { baseline: round(baseline) }),
      budget: round(budget),
      ...(!isKept && { verdict: 'BROKEN' }),
    },
  ])
  console.log(`\n${title}`)
  console.table(Object.fromEntries(rows), ['page', 'baseline', 'budget', 'verdict'])
  for (const { what, note, isKept } of checks) if (note && !isKept) console.log(`${what}: ${note}`)
}

const round = (value: number) => Number(value.toFixed(2))
