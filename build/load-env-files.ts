import { existsSync } from 'node:fs'

/**
 * Loads the .env files that Next reads, in its order: a variable that is set already wins, then one of the files that are
 * named here, then the more local file.
 */
export function loadEnvFiles(nodeEnv: 'development' | 'production', ...own: string[]): void {
  for (const file of [...own, `.env.${nodeEnv}.local`, '.env.local', `.env.${nodeEnv}`, '.env']) {
    if (existsSync(file)) process.loadEnvFile(file)
  }
}
