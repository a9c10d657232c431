import { runExperiments } from '../harness/run-experiments.ts'
import { besideBeacons } from './beside-beacons.ts'
import { load } from './load.ts'

await runExperiments([load, besideBeacons])
