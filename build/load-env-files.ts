import { existsSync } from 'node:fs'

/** Loads the .env files that Next reads, in its order: a variable that is set already wins, then the more local file. */
export function loadEnvFiles(nodeEnv: 'development' | 'production'): void {
  for (const file of [`.env.${nodeEnv}.local`, '.env.local', `.env.${nodeEnv}`, '.env']) {
    if (existsSync(file)) process.loadEnvFile(file)
  }
}
