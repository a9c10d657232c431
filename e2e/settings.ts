import { randomBytes } from 'node:crypto'
import { testDistDir } from '../build/dist-dir.ts'
import { ignoreEnvFiles } from '../lib/load-env-files.ts'
import { withKey } from '../machine/desk-key.ts'
import { stackPorts } from './ports.ts'

// The keys are put into the environment, so that all workers of the suite use the same keys.
process.env.LOCAL_SECRET_KEY ??= `sb_secret_${randomBytes(24).toString('base64url')}`
process.env.DESK_KEY ??= randomBytes(24).toString('base64url')

ignoreEnvFiles(process.env)

// All servers of the suite serve the test build.
process.env.NEXT_DIST_DIR = testDistDir

export const secretKey = process.env.LOCAL_SECRET_KEY
export const deskKey = process.env.DESK_KEY
export const siteUrl = 'http://127.0.0.1:3100'
export const gatewayUrl = 'http://127.0.0.1:3111'
export const deskUrl = withKey(3113, deskKey)
export const inboxUrl = 'http://127.0.0.1:3114'

/** Emptied at the start of each run. */
export const dataDir = '.local/e2e'
/** Of all processes of the stack. */
export const stackLog = `${dataDir}/stack.log`

export const stackEnv = {
  ...stackPorts,
  LOCAL_SECRET_KEY: secretKey,
  DESK_KEY: deskKey,
  LOCAL_DATA_DIR: dataDir,
  OWNER_EMAIL: 'owner@example.com',
}
