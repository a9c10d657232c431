import { runExperiments } from '../harness/run-experiments.ts'
import { besideAttack } from './beside-attack.ts'
import { besideBeacons } from './beside-beacons.ts'
import { dearest } from './dearest.ts'
import { load } from './load.ts'
import { year } from './year.ts'

await runExperiments([load, besideBeacons, dearest, besideAttack, year])
