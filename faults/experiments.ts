import type { Experiment } from './experiment.ts'
import { abuse } from './experiments/abuse.ts'
import { authorisation } from './experiments/authorisation.ts'
import { conflicts } from './experiments/conflicts.ts'
import { injection } from './experiments/injection.ts'
import { killMatrix } from './experiments/kill-matrix.ts'
import { loadOnAction, loadOnFunction } from './experiments/load-with-kills.ts'
import { longestForm } from './experiments/longest-form.ts'
import { malformedAction } from './experiments/malformed-action.ts'
import { malformedFunction } from './experiments/malformed-function.ts'
import { names } from './experiments/names.ts'
import { oneKeyInParallel } from './experiments/one-key-in-parallel.ts'
import { postgresFaults } from './experiments/postgres-faults.ts'
import { roles } from './experiments/roles.ts'
import { smtpFaults } from './experiments/smtp-faults.ts'
import { withoutEncryption, wrongCertificate } from './experiments/smtp-tls.ts'

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
