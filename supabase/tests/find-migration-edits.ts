import { createHash } from 'node:crypto'

type Migration = { name: string; sql: string }

const way =
  'Put it back as it was, and write the change as a new migration: databases that have this one skip it.'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Compares the migrations with the list of their checksums, which is what sha256sum writes in the folder above them.
 * Returns one sentence for each file that is changed, missing, new or out of order.
 */
export function findMigrationEdits(migrations: Migration[], list: string): string[] {
  const lines = list.split('\n').filter(Boolean)
  const listed = new Map(lines.map((line) => [line.slice(66).replace('migrations/', ''), line.slice(0, 64)]))
  const sqlOf = new Map(migrations.map(({ name, sql }) => [name, sql]))
  const last = [...listed.keys()].sort().at(-1) ?? ''

  const kept = [...listed].flatMap(([name, checksum]) => {
    const sql = sqlOf.get(name)
    if (sql === undefined) return [`${name} is missing. ${way}`]
    return sha256(sql) === checksum ? [] : [`${name} was edited. ${way}`]
  })
  const added = [...sqlOf.keys()].flatMap((name) => {
    if (listed.has(name)) return []
    if (name < last)
      return [`${name} is older than ${last}, so supabase db push refuses it. Give it a later time.`]
    const command = `(cd supabase && sha256sum migrations/${name} >> migrations.sha256)`
    return [`${name} is new. Once it is as it shall stay, add its line: ${command}`]
  })
  return [...kept, ...added]
}
