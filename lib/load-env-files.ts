import { parseEnv } from 'node:util'
import nextEnv from '@next/env'
import { envFileText } from './env-file-text.ts'

const ignored = 'IGNORE_ENV_FILES'

/** For tests: the process does not read the operator's .env files. */
export function ignoreEnvFiles(env: NodeJS.ProcessEnv): void {
  env[ignored] = 'true'
  // Next.js sets this after reading the files, and has no other switch.
  env.__NEXT_PROCESSED_ENV = 'true'
}

/**
 * Loads `own`, then the .env files as Next.js does. The first value wins. If a file in `own` is unreadable,
 * says why and ends the process.
 */
export function loadEnvFiles(nodeEnv: 'development' | 'production', ...own: string[]): void {
  if (process.env[ignored]) return
  try {
    for (const file of own)
      for (const [name, value] of Object.entries(parseEnv(envFileText(file)))) process.env[name] ??= value
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  nextEnv.loadEnvConfig('.', nodeEnv === 'development')
}
