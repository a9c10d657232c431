import { runExperiments } from '../harness/run-experiments.ts'
import { load } from './load.ts'

await runExperiments([load])
