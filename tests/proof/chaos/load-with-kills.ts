import { services } from '../harness/chain.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure, median, percentile } from '../harness/figure.ts'
import { submitUnderKills } from '../harness/kill.ts'

/**
 * Visitors post the form while services are killed at random. Each visitor retries with the same key until the post
 * succeeds.
 */
export const loadWithKills: Experiment = {
  id: 'E2',
  title: 'submissions through the form with random kills',
  async run(harness) {
    const { isFull } = harness
    const count = isFull ? 10_000 : 1_000
    const by = await harness.openForm()
    const begin = performance.now()
    const { results, duplicates, figures } = await submitUnderKills(harness, {
      ...{ count, visitors: 50, by, pauseMs: 500, victims: services },
      leastMs: isFull ? 5_000 : 1_500,
      // Emails take longer than answers, so a full run waits until each email has been tried once. It does
      // not wait until all emails are sent, because the emails of a killed worker stay claimed for two
      // minutes.
      until: isFull ? `status = 'pending' and attempts = 0` : undefined,
    })
    const seconds = (Math.max(...results.map(({ at }) => at)) - begin) / 1000
    const settled = await harness.settle({ duplicates }, 900_000)
    const waits = results.map(({ lastMs }) => lastMs)
    return [
      figure('submissions acknowledged', settled.acknowledged, { exactly: count }),
      figure('submissions stored', settled.stored, { exactly: count }),
      figure('submissions a second', count / seconds),
      figure('ms of an answer, median', median(waits)),
      figure('ms of an answer, 99 of 100', percentile(waits, 0.99)),
      ...figures,
      ...settled.figures,
    ]
  },
}
