import { runExperiments } from '../harness/run-experiments.ts'
import { fuzzFunction, fuzzPage } from './fuzz.ts'

await runExperiments([fuzzFunction, fuzzPage])
