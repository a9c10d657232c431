import { existsSync } from 'node:fs'

/** If this variable is set, neither Next.js nor `loadEnvFiles` reads .env files. Tests set it. */
const ignored = '__NEXT_PROCESSED_ENV'

/** A process with this environment does not read the .env files of the operator. */
export function ignoreEnvFiles(env: NodeJS.ProcessEnv): void {
  env[ignored] = 'true'
}

/**
 * Loads the files in `own` first, and then the .env files in the same order as Next.js. If a variable has several
 * values, the first one wins.
 */
export function loadEnvFiles(nodeEnv: 'development' | 'production', ...own: string[]): void {
  if (process.env[ignored]) return
  for (const file of [...own, `.env.${nodeEnv}.local`, '.env.local', `.env.${nodeEnv}`, '.env']) {
    if (existsSync(file)) process.loadEnvFile(file)
  }
}
