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
type Metric = 'fcp' | 'lcp' | 'tbt' | 'cls' | 'speedIndex'

/** The budgets that are the same on every machine. */
export function exactChecks(weight: Weight): Check[] {
  const values: Record<keyof typeof budgets.exact, number> = {
    'HTML, compressed': weight.html,
    'the loader, uncompressed': weight.loader,
    'script tags outside the template': weight.scriptTags,
    'inline scripts in the policy': weight.scriptHashes,
    'JavaScript before intent': weight.scriptsBefore,
    'JavaScript after intent': weight.scriptsAfter,
    'stylesheets before intent': weight.stylesheetsBefore,
    'font files': weight.fonts,
    'largest font': weight.largestFont,
    'requests before load': weight.requestsBeforeLoad,
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
  const of = (runs: LighthouseRun[], metric: Metric) => median(runs.map((run) => run[metric]))
  const ratio = (what: string, metric: Metric, budget: number) =>
    toLimit(what, of(ours, metric), of(limit, metric), budget)
  if (form === 'desktop') {
    return [
      ...scores,
      ratio('desktop FCP', 'fcp', budgets.desktop.fcp),
      ratio('desktop Speed Index', 'speedIndex', budgets.desktop.speedIndex),
    ]
  }
  return [
    ...scores,
    atMost('CLS', of(ours, 'cls'), budgets.cls),
    ratio('FCP', 'fcp', budgets.fcp),
    ratio('LCP', 'lcp', budgets.lcp[variant]),
    overLimit('TBT', of(ours, 'tbt'), of(limit, 'tbt'), budgets.tbtOverLimit),
  ]
}

/** What a visitor with a slow phone waits for. */
export function interactionChecks(
  taps: Record<'ours' | 'limit', FirstTap[]>,
  ours: Visit[],
  limit: Visit[],
): Check[] {
  const budget = budgets.interaction
  const of = (visits: Visit[], metric: keyof Visit) => median(visits.map((visit) => visit[metric]))
  const wait = (of: FirstTap[]) => median(of.map(({ wait }) => wait))
  const lost = taps.ours.filter(({ isLost }) => isLost).length
  return [
    overLimit('first tap → form', wait(taps.ours), wait(taps.limit), budget.firstTapOverLimit),
    atMost(`taps lost of ${taps.ours.length}`, lost, budget.lostTaps),
    toLimit('FCP, Slow 4G', of(ours, 'fcp'), of(limit, 'fcp'), budget.fcp),
    toLimit('LCP, Slow 4G', of(ours, 'lcp'), of(limit, 'lcp'), budget.lcp),
    overLimit(
      'longest task of the load',
      of(ours, 'longestTask'),
      of(limit, 'longestTask'),
      budget.longestTaskOverLimit,
    ),
    overLimit('cold tap → form', of(ours, 'coldTap'), of(limit, 'coldTap'), budget.coldTapOverLimit),
    { ...atMost('INP of opening', of(ours, 'inpOpen'), budget.inp), limit: of(limit, 'inpOpen') },
    { ...atMost('INP of opening again', of(ours, 'inpReopen'), budget.inp), limit: of(limit, 'inpReopen') },
    { ...atMost('INP of typing at once', of(ours, 'inpType'), budget.inp), limit: of(limit, 'inpType') },
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
