import { malformedFunction } from '../fuzz/fuzz-function.ts'
import { malformedAction } from '../fuzz/fuzz-page.ts'
import type { Experiment } from '../harness/experiment.ts'
import { abuse } from './abuse.ts'
import { killMatrix } from './kill-matrix.ts'
import { loadOnAction, loadOnFunction } from './load-with-kills.ts'
import { longestForm } from './longest-form.ts'
import { names } from './names-experiment.ts'
import { postgresFaults } from './postgres-faults.ts'
import { smtpFaults } from './smtp-faults.ts'

/** All experiments, the cheap ones first. */
export const experiments: Experiment[] = [
  names,
  longestForm,
  malformedFunction,
  malformedAction,
  abuse,
  killMatrix,
  loadOnFunction,
  loadOnAction,
  smtpFaults,
  postgresFaults,
]
