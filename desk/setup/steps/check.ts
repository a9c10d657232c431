import { examine as examineTarget } from '../../doctor/examine.ts'
import type { Result } from '../../doctor/result.ts'
import { readTarget, type Target } from '../../doctor/target.ts'
import type { Step } from '../step.ts'

/** What the doctor finds is still to do, with the remedies. */
export const check = (examine: (target: Target) => Promise<Result[]> = examineTarget): Step => ({
  name: 'doctor',
  look: async () => ({ todo: 'check everything that is live' }),
  do: async (world) => {
    const results = await examine(readTarget(world.values()))
    const faults = results.filter(({ status }) => status === 'fault')
    for (const { sentence, todo } of faults) world.left(`${sentence}${todo ? ` → ${todo}` : ''}`)
    const right = results.filter(({ status }) => status === 'ok').length
    return `${right} checks are ok, ${faults.length} to repair.`
  },
})
