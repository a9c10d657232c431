import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Any of the secrets. */
export const filesWith = (folder: string, secrets: string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(folder, name)
    if (!statSync(file).isFile()) return false
    const text = readFileSync(file, 'utf8')
    return secrets.some((secret) => text.includes(secret))
  })
