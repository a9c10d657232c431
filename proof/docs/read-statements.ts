import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const inline = /`((?:select|insert|update|delete|create|alter|drop|grant|revoke)\s[^`]+)`/gi

/** Returns all SQL in README.md and docs/. A placeholder such as `<ref>` becomes its own words, `<… id>` a UUID. */
export function readStatements(): { file: string; sql: string }[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const found = [...text.matchAll(/^ *```sql\n(.*?)^ *```$/gms), ...text.matchAll(inline)]
    return [...new Set(found.map(([, sql = '']) => sql.trim().replace(/;?$/, ';')))].map((sql) => ({
      file,
      sql: sql.replace(/<[^<>]*\bid>/g, '11111111-1111-4111-8111-111111111111').replace(/<([\w ]+)>/g, '$1'),
    }))
  })
}
