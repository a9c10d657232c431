import { randomBytes } from 'node:crypto'
import { testDistDir } from '../build/dist-dir.ts'
import { ignoreEnvFiles } from '../build/load-env-files.ts'
import { stackPorts } from './ports.ts'

// The keys are in the environment, so that every worker of the suite has the same keys.
process.env.LOCAL_SECRET_KEY ??= `sb_secret_${randomBytes(24).toString('base64url')}`
process.env.DESK_KEY ??= randomBytes(24).toString('base64url')

ignoreEnvFiles(process.env)

// Every server of the suite serves the test build.
process.env.NEXT_DIST_DIR = testDistDir

export const secretKey = process.env.LOCAL_SECRET_KEY
export const deskKey = process.env.DESK_KEY
export const siteUrl = 'http://localhost:3100'
export const gatewayUrl = 'http://127.0.0.1:3111'
export const deskUrl = 'http://localhost:3113'
export const inboxUrl = 'http://127.0.0.1:3114'

/** Each run empties this folder. */
export const dataDir = '.local/e2e'
/** This file contains every log line of the stack's processes. */
export const stackLog = `${dataDir}/stack.log`

export const stackEnv = {
  ...stackPorts,
  LOCAL_SECRET_KEY: secretKey,
  DESK_KEY: deskKey,
  LOCAL_DATA_DIR: dataDir,
  OWNER_EMAIL: 'owner@example.com',
}
