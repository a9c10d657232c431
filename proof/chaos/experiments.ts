import { malformedFunction } from '../fuzz/fuzz-function.ts'
import { malformedAction } from '../fuzz/fuzz-page.ts'
import type { Experiment } from '../harness/experiment.ts'
import { abuse } from './abuse.ts'
import { authorisation } from './authorisation.ts'
import { conflicts } from './conflicts.ts'
import { injection } from './injection.ts'
import { killMatrix } from './kill-matrix.ts'
import { loadOnAction, loadOnFunction } from './load-with-kills.ts'
import { longestForm } from './longest-form.ts'
import { names } from './names-experiment.ts'
import { oneKeyInParallel } from './one-key-in-parallel.ts'
import { postgresFaults } from './postgres-faults.ts'
import { roles } from './roles.ts'
import { smtpFaults } from './smtp-faults.ts'
import { withoutEncryption, wrongCertificate } from './smtp-tls.ts'

/** All experiments, the cheap ones first. */
export const experiments: Experiment[] = [
  roles,
  authorisation,
  oneKeyInParallel,
  conflicts,
  names,
  injection,
  longestForm,
  malformedFunction,
  malformedAction,
  wrongCertificate,
  withoutEncryption,
  abuse,
  killMatrix,
  loadOnFunction,
  loadOnAction,
  smtpFaults,
  postgresFaults,
]
