import { parseArgs } from 'node:util'
import { buildSite } from '../../tests/kit/copy-project.ts'
import { createRandom } from '../../tests/kit/random.ts'
import { createReport, noneOf } from '../harness/figure.ts'
import { engines } from '../harness/postgres.ts'
import { checkOut, present, rollOut, type Step, versionBefore } from './rollout.ts'

const { values } = parseArgs({
  options: { old: { type: 'string' }, new: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const old = checkOut(values.old ?? versionBefore())
const next = values.new ? checkOut(values.new) : present
if (next === present) buildSite(present.folder)
const [oldKey, newKey] = ['sb_secret_old', 'sb_secret_new']
const oldSite = { version: old, key: oldKey }
const nextSite = { version: next, key: oldKey }
const newKeySite = { version: next, key: newKey }
const oneKey = { keys: [oldKey], sites: [oldSite, nextSite] }
const nextBackend = { schema: next, function: next }

const rollouts: Record<string, Step[]> = {
  'in order, schema, function, and the sites at any time': [
    { ...oneKey, schema: old, function: old },
    { ...oneKey, schema: next, function: old },
    { ...oneKey, ...nextBackend },
  ],
  'with the function first by mistake': [
    { ...oneKey, schema: old, function: next, mailsMayWait: true },
    { ...oneKey, ...nextBackend },
  ],
  // When the old key is deleted, the function still has both keys.
  'of a new secret key': [
    { ...nextBackend, keys: [oldKey], sites: [nextSite] },
    { ...nextBackend, keys: [oldKey, newKey], sites: [nextSite, newKeySite] },
    { ...nextBackend, keys: [newKey], functionKeys: [oldKey, newKey], sites: [newKeySite] },
  ],
}

console.log(`${old.name} to ${next.name}`)
const { tell, end } = createReport()
for (const engine of engines) {
  for (const [way, steps] of Object.entries(rollouts)) {
    const random = createRandom(Number(values.seed))
    const figures = await rollOut(engine, random, steps).catch((error) => [noneOf('faults', [error.message])])
    tell(`${engine.name}, ${way}`, figures)
  }
}
end()
