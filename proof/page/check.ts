import { type Figure, figure, median } from '../harness/figure.ts'
import { type Budget, budgets } from './budgets.ts'
import type { LighthouseRun } from './lighthouse.ts'

type Run = Record<string, number>

/** Compares the medians of measured values with budgets of the same names. A missing value breaks its budget. */
export function budgetFigures(budgets: Record<string, Budget>, page: Run[], baseline: Run[] = []): Figure[] {
  return Object.entries(budgets).map(([what, budget]) => {
    const [own, beside = Number.NaN] = [page, baseline].map((runs) =>
      median(runs.map((run) => run[what] ?? Number.NaN)),
    )
    const told = baseline.length > 0 ? `${what}, baseline ${beside.toFixed(1)}` : what
    return figure(told, own ?? Number.NaN, { most: mostOf(budget, beside) })
  })
}

function mostOf(budget: Budget, baseline: number): number {
  if (typeof budget === 'number') return budget
  return 'timesBaseline' in budget ? baseline * budget.timesBaseline : baseline + budget.overBaseline
}

/** Compares the medians of Lighthouse's scores with the budgets. The faults are the failed audits. */
export const scoreFigures = (runs: LighthouseRun[]): Figure[] =>
  Object.entries(budgets.scores).map(([category, least]) => {
    const score = median(runs.map(({ scores }) => scores[category] ?? Number.NaN))
    const faults = [...new Set(runs.flatMap((run) => run.failed[category] ?? []))]
    return { ...figure(category, score, { least }), faults }
  })
