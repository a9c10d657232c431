import { runExperiments } from '../harness/run-experiments.ts'
import { cache } from './cache.ts'
import { flood } from './flood.ts'
import { funnel } from './funnel.ts'
import { hosting } from './hosting.ts'
import { killMatrix } from './kill-matrix.ts'
import { loadWithKills } from './load-with-kills.ts'
import { postgresFaults } from './postgres-faults.ts'
import { smtpFaults } from './smtp-faults.ts'
import { webhooks } from './webhooks.ts'

await runExperiments([
  flood,
  cache,
  killMatrix,
  loadWithKills,
  smtpFaults,
  postgresFaults,
  webhooks,
  funnel,
  hosting,
])
