import { runExperiments } from '../harness/run-experiments.ts'
import { abuse } from './abuse.ts'
import { flood } from './flood.ts'
import { killMatrix } from './kill-matrix.ts'
import { loadWithKills } from './load-with-kills.ts'
import { postgresFaults } from './postgres-faults.ts'
import { smtpFaults } from './smtp-faults.ts'

await runExperiments([abuse, flood, killMatrix, loadWithKills, smtpFaults, postgresFaults])
