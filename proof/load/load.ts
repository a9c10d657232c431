import { type Experiment, expect } from '../harness/experiment.ts'
import { withBare } from './bare.ts'
import { fillLeads } from './fill.ts'
import { openLoads } from './loads.ts'
import { measure } from './measure.ts'

const short = { stored: [1_000], concurrent: [10], seconds: 5 }
const full = { stored: [1_000, 100_000, 1_000_000], concurrent: [1, 10, 50], seconds: 10 }

/**
 * Measures leads acknowledged per second, by the function and by the whole chain, beside accept_lead alone, with more and
 * more stored leads. The load is generated on the same processors.
 */
export const load: Experiment = {
  id: 'L1',
  title: 'leads per second, and where the time goes',
  async run({ chain, isFull }) {
    const lines: string[] = []
    const loads = await openLoads(chain)
    const { stored, concurrent, seconds } = isFull ? full : short
    for (const leads of stored) {
      await fillLeads(chain, leads)
      // Warm up first.
      await measure(chain, 10, seconds, loads['whole chain'])
      for (const many of concurrent) {
        const bare = await withBare(chain, (work) => measure(chain, many, seconds, work))
        lines.push(
          `${leads.toLocaleString('en')} stored leads, ${many} concurrent`,
          bare.line('accept_lead alone'),
        )
        for (const [name, work] of Object.entries(loads)) {
          const measured = await measure(chain, many, seconds, work)
          const ratio = (measured.perSecond / bare.perSecond).toFixed(2)
          lines.push(`${measured.line(name)}, x${ratio} of accept_lead alone`)
          expect(measured.failed === 0, `${measured.failed} calls failed: ${name}, ${many} concurrent`)
        }
      }
    }
    return ['', ...lines].join('\n  ')
  },
}
