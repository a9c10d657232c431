import { loadEnvFiles } from '../../build/load-env-files.ts'
import { runVerify } from './run-verify.ts'

loadEnvFiles('production')
process.exitCode = await runVerify(process.argv.slice(2), process.env, process)
