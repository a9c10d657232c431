import type { Query } from './test-database.ts'

/** Returns all rows of all tables as texts. Each text begins with the name of the table. */
export async function dump(query: Query): Promise<string[]> {
  const tables = await query(`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'`)
  const rows = await Promise.all(
    tables.map(({ name }) => query(`select '${name} ' || (row)::text as line from ${name} row`)),
  )
  return rows.flat().map(({ line }) => String(line))
}
