import { HTTPException } from 'hono/http-exception'
import type { Query } from '../local/database/database.ts'

// A function's own timeout holds only when it is set before the call.
const prepare = `
  select set_config('role', 'lead_desk', true), set_config('statement_timeout', coalesce((
    select split_part(setting, '=', 2) from pg_proc, unnest(proconfig) setting
    where oid = to_regproc($1) and setting like 'statement_timeout=%'), '10s'), true)`

/**
 * Calls a function of the SQL schema desk with named arguments, as the role lead_desk. Takes a query whose statements are
 * in one transaction. Returns the value of the function; throws what the database raises, and a HTTPException (404) for a
 * name that no function or argument can have.
 */
export async function callDesk(query: Query, name: string, values: Record<string, unknown>) {
  const names = Object.keys(values)
  if (![name, ...names].every((word) => /^[a-z_]+$/.test(word)))
    throw new HTTPException(404, { message: 'There is no such function' })
  await query(prepare, [`desk.${name}`])
  const list = names.map((argument, index) => `${argument} => $${index + 1}`)
  const [row] = await query(`select desk.${name}(${list}) as answer`, Object.values(values))
  return row?.answer ?? null
}
