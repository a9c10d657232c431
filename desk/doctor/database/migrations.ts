import { readdirSync } from 'node:fs'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'migrations'
const folder = new URL('../../../supabase/migrations/', import.meta.url)

/** Whether the database has the migrations of these sources. What kept it from telling is said here, once. */
export function checkMigrations({ database }: Seen): Result[] {
  if (database.kind !== 'health')
    return [{ check, status: database.kind, sentence: database.sentence, todo: database.todo }]
  const { migrations } = database.health
  if (!migrations) {
    const todo = 'Apply the migrations by the CLI (docs/deploy.md, step 3), which keeps the list'
    return [unseen(check, 'The database has no list of the migrations that were applied.', todo)]
  }
  const here = readdirSync(folder).flatMap((name) => /^(\d+)_.*\.sql$/.exec(name)?.[1] ?? [])
  const missing = here.filter((version) => !migrations.includes(version))
  const unknown = migrations.filter((version) => !here.includes(version))
  const results: Result[] = []
  if (missing.length > 0) {
    const sentence = `The database lacks ${missing.length} of ${here.length} migrations, the first ${missing.sort()[0]}.`
    results.push(fault(check, sentence, 'Apply them (docs/deploy.md, step 3)'))
  }
  if (unknown.length > 0) {
    const sentence = `The database has migrations that these sources do not know, the last ${unknown.sort().at(-1)}.`
    results.push(fault(check, sentence, 'Update your copy of the sources before you change anything'))
  }
  return results.length > 0 ? results : [ok(check, `All ${here.length} migrations are applied.`)]
}
