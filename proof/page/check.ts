import { percentile } from '../harness/percentile.ts'
import { type Budget, budgets } from './budgets.ts'
import type { LighthouseRun } from './lighthouse.ts'

const median = (values: number[]) => percentile(values, 0.5)

/** One line of the report: a value of the page and of the baseline, and the budget. */
export type Check = {
  what: string
  value: number
  baseline?: number
  budget: number
  isKept: boolean
  note?: string
}

/** Compares the medians of measured values with budgets of the same names; a value that is missing breaks its budget. */
export function budgetChecks(
  budgets: Record<string, Budget>,
  page: Record<string, number>[],
  baseline: Record<string, number>[] = [],
): Check[] {
  return Object.entries(budgets).map(([what, budget]) => {
    const of = (runs: Record<string, number>[]) => median(runs.map((run) => run[what] ?? Number.NaN))
    return atMost(what, of(page), budget, baseline.length ? of(baseline) : undefined)
  })
}

export function scoreChecks(runs: LighthouseRun[]): Check[] {
  return Object.entries(budgets.scores).map(([category, budget]) => {
    const value = median(runs.map(({ scores }) => scores[category] ?? Number.NaN))
    const failed = runs.flatMap((run) => run.failed[category] ?? [])
    return { what: category, value, budget, isKept: value >= budget, note: [...new Set(failed)].join(', ') }
  })
}

export function noneOf(what: string, faults: string[]): Check {
  return { ...atMost(what, faults.length, 0), note: faults.join('\n') }
}

export function atMost(what: string, value: number, budget: Budget, baseline?: number): Check {
  const most = toNumber(budget, baseline ?? Number.NaN)
  return { what, value, baseline, budget: most, isKept: value <= most }
}

function toNumber(budget: Budget, baseline: number): number {
  if (typeof budget === 'number') return budget
  return 'timesBaseline' in budget ? baseline * budget.timesBaseline : baseline + budget.overBaseline
}
