import { budgets } from './budgets.ts'
import type { FirstTap, Visit } from './interaction.ts'
import type { Form, LighthouseRun, Scores } from './lighthouse.ts'
import { median } from './median.ts'
import type { Weight } from './weight.ts'

/** One line of the report: what was measured, on our page and on the limit, and what it may be at most. */
export type Check = {
  what: string
  value: number
  limit?: number
  budget: number
  isKept: boolean
  note?: string
}

export type Variant = keyof typeof budgets.lcp

/** The budgets that are the same on every machine. */
export function exactChecks(weight: Weight): Check[] {
  const values: Record<keyof typeof budgets.exact, number> = {
    'HTML, compressed': weight.html,
    'JavaScript before intent': weight.scriptsBefore,
    'JavaScript with the form': weight.scriptsAfter,
    'stylesheets before intent': weight.stylesheetsBefore,
    'font files': weight.fonts,
    'largest font': weight.largestFont,
    requests: weight.requests,
  }
  return Object.entries(budgets.exact).map(([what, budget]) =>
    atMost(what, values[what as keyof typeof values], budget),
  )
}

/** Lighthouse's scores and metrics against those of the limit in the same run. */
export function lighthouseChecks(
  form: Form,
  variant: Variant,
  ours: LighthouseRun[],
  limit: LighthouseRun[],
): Check[] {
  const scores = Object.entries(budgets.scores[form]).map(([category, budget]) => {
    const value = median(ours.map((run) => run.scores[category as keyof Scores]))
    const note =
      category === 'performance' ? undefined : [...new Set(ours.flatMap(({ failed }) => failed))].join(', ')
    return {
      what: `${form} ${category}`,
      value,
      budget,
      isKept: value >= budget,
      note: value < budget ? note : undefined,
    }
  })
  if (form === 'desktop') return scores
  const of = (runs: LighthouseRun[], metric: 'fcp' | 'lcp' | 'cls') => median(runs.map((run) => run[metric]))
  const least = (runs: LighthouseRun[]) => Math.min(...runs.map(({ tbt }) => tbt))
  return [
    ...scores,
    atMost('CLS', of(ours, 'cls'), budgets.cls),
    toLimit('FCP', of(ours, 'fcp'), of(limit, 'fcp'), budgets.fcp),
    toLimit('LCP', of(ours, 'lcp'), of(limit, 'lcp'), budgets.lcp[variant]),
    overLimit('TBT, least disturbed', least(ours), least(limit), budgets.tbtOverLimit),
  ]
}

/** What a visitor with a slow phone waits for. */
export function interactionChecks(taps: FirstTap[], ours: Visit[], limit: Visit[]): Check[] {
  const budget = budgets.interaction
  const of = (visits: Visit[], metric: keyof Visit) => median(visits.map((visit) => visit[metric]))
  const lost = taps.filter(({ isLost }) => isLost).length
  return [
    { ...atMost('first tap → form', median(taps.map(({ wait }) => wait)), budget.firstTap) },
    { ...atMost(`taps lost of ${taps.length}`, lost, budget.lostTaps) },
    toLimit('LCP, Slow 4G', of(ours, 'lcp'), of(limit, 'lcp'), budget.lcp),
    overLimit('cold tap → form', of(ours, 'coldTap'), of(limit, 'coldTap'), budget.coldTapOverLimit),
    { ...atMost('INP of opening', of(ours, 'inpOpen'), budget.inp), limit: of(limit, 'inpOpen') },
    { ...atMost('INP of typing', of(ours, 'inpType'), budget.inp), limit: of(limit, 'inpType') },
    { ...atMost('INP of submitting', of(ours, 'inpSubmit'), budget.inp), limit: of(limit, 'inpSubmit') },
    overLimit('submit → player', of(ours, 'submit'), of(limit, 'submit'), budget.submitOverLimit),
  ]
}

/** Things that must not be found at all. */
export function noneOf(what: string, faults: string[]): Check {
  return { ...atMost(what, faults.length, 0), note: faults.join('\n') || undefined }
}

const atMost = (what: string, value: number, budget: number): Check => ({
  what,
  value,
  budget,
  isKept: value <= budget,
})
const toLimit = (what: string, value: number, limit: number, ratio: number): Check => ({
  ...atMost(what, value, limit * ratio),
  limit,
  note: `${(value / limit).toFixed(2)} × the limit`,
})
const overLimit = (what: string, value: number, limit: number, more: number): Check => ({
  ...atMost(what, value, limit + more),
  limit,
})
