import { runExperiments } from '../harness/run-experiments.ts'
import { fuzzCycles } from './cycles.ts'
import { fuzzEvidence } from './evidence.ts'
import { fuzzFunction, fuzzPage } from './fuzz.ts'

await runExperiments([fuzzFunction, fuzzPage, fuzzCycles, fuzzEvidence])
