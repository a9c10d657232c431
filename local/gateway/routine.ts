import type { Database } from '../database/database.ts'

type Argument = { name: string; quoted: string; type: string; isOptional: boolean }

/** A function of the public schema, as the catalogue describes it. */
export type Routine = {
  quoted: string
  arguments: Argument[]
  returnsSet: boolean
  returnsVoid: boolean
  statementTimeout: string | undefined
}

const lookup = `
  select
    format('%I.%I', n.nspname, p.proname) as quoted,
    p.proretset as "returnsSet",
    p.prorettype = 'pg_catalog.void'::regtype as "returnsVoid",
    (select substr(setting, 19) from unnest(p.proconfig) setting where setting like 'statement_timeout=%')
      as "statementTimeout",
    coalesce((
      select json_agg(json_build_object(
        'name', name, 'quoted', quote_ident(name), 'type', format_type(type, null),
        'isOptional', position > p.pronargs - p.pronargdefaults) order by position)
      from (
        select name, type, row_number() over (order by ordinality) as position
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
          with ordinality as argument (type, name, mode, ordinality)
        where type is not null and coalesce(mode, 'i') in ('i', 'b', 'v')
      ) given
    ), '[]') as arguments
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.proname = $1 and p.prokind = 'f'`

/** Looks up the function of that name that takes arguments of these names. */
export async function findRoutine(database: Database, name: string, argumentNames: string[]) {
  const rows = (await database.transaction((query) => query(lookup, [name]))) as Routine[]
  return rows.find(
    (routine) =>
      argumentNames.every((given) => routine.arguments.some((argument) => argument.name === given)) &&
      routine.arguments.every((argument) => argument.isOptional || argumentNames.includes(argument.name)),
  )
}

/** The statement that calls the function with its arguments as one JSON object, and answers JSON text as `body`. */
export function callStatement(routine: Routine, argumentNames: string[]) {
  const given = routine.arguments.filter((argument) => argumentNames.includes(argument.name))
  const columns = given.map((argument) => `${argument.quoted} ${argument.type}`)
  const named = given.map((argument) => `${argument.quoted} := args.${argument.quoted}`)
  const from = given.length ? `json_to_record($1::text::json) as args(${columns}), ` : ''
  const body = routine.returnsSet ? `coalesce(json_agg(result), '[]')` : `coalesce(to_json(result), 'null')`
  return `select ${routine.returnsVoid ? 'null' : `${body}::text`} as body
    from ${from}${routine.quoted}(${named}) as result`
}
