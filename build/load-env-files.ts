import { existsSync } from 'node:fs'

/** Loads the files in `own`, then the .env files in the order of Next.js. The first value of a variable wins. */
export function loadEnvFiles(nodeEnv: 'development' | 'production', ...own: string[]): void {
  for (const file of [...own, `.env.${nodeEnv}.local`, '.env.local', `.env.${nodeEnv}`, '.env']) {
    if (existsSync(file)) process.loadEnvFile(file)
  }
}
