/** Runs a statement with its values. All statements of one call of callDesk are in one transaction. */
type Query = (statement: string, values: unknown[]) => PromiseLike<Record<string, unknown>[]>

// A function's own timeout works only if it is set before the call.
const prepare = `
  select set_config('role', 'lead_desk', true), set_config('statement_timeout', coalesce((
    select split_part(setting, '=', 2) from pg_proc, unnest(proconfig) setting
    where oid = to_regproc($1) and setting like 'statement_timeout=%'), '10s'), true)`

/** Calls an SQL function of the schema desk by named arguments, as lead_desk. Returns its value, or throws the database's error. */
export async function callDesk(query: Query, name: string, values: Record<string, unknown>) {
  await query(prepare, [`desk.${name}`])
  const list = Object.keys(values).map((argument, index) => `${argument} => $${index + 1}`)
  const [row] = await query(`select desk.${name}(${list}) as answer`, Object.values(values))
  return row?.answer ?? null
}

/** Returns ids or times as the text of a Postgres array. Drivers take that without knowing the type. Null stays null. */
export const arrayLiteral = (list: string[] | null) => list && `{${list.join()}}`
