import { existsSync } from 'node:fs'
import nextEnv from '@next/env'

const ignored = 'IGNORE_ENV_FILES'

/** A process with this environment does not read the .env files of the operator. Tests use it. */
export function ignoreEnvFiles(env: NodeJS.ProcessEnv): void {
  env[ignored] = 'true'
  // Next.js sets this variable when it has read the files, and has no other switch.
  env.__NEXT_PROCESSED_ENV = 'true'
}

/**
 * Loads the files in `own` first, and then the .env files as Next.js does. If a variable has several values, the first
 * one wins.
 */
export function loadEnvFiles(nodeEnv: 'development' | 'production', ...own: string[]): void {
  if (process.env[ignored]) return
  for (const file of own) if (existsSync(file)) process.loadEnvFile(file)
  nextEnv.loadEnvConfig('.', nodeEnv === 'development')
}
