import { randomBytes } from 'node:crypto'
import { testDistDir } from '../build/dist-dir.ts'

// The keys are in the environment, so that every worker of the suite has the same ones.
process.env.LOCAL_SECRET_KEY ??= `sb_secret_${randomBytes(24).toString('base64url')}`
process.env.DESK_KEY ??= randomBytes(24).toString('base64url')

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

/** These ports differ from those of a developer's own stack, and are below the ports of outgoing connections. */
export const stackEnv = {
  PORT: '3100',
  GATEWAY_PORT: '3111',
  DESK_PORT: '3113',
  INBOX_PORT: '3114',
  SMTP_PORT: '3115',
  FUNCTION_PORT: '3116',
  LOCAL_SECRET_KEY: secretKey,
  DESK_KEY: deskKey,
  LOCAL_DATA_DIR: dataDir,
  OWNER_EMAIL: 'owner@example.com',
}
