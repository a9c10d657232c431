import type postgres from 'postgres'

// Who has what, be it granted to the role itself or to all. The rights of an owner are all that there are for a kind.
const privileges = `
  with roles (role) as (values ('public'), ('anon'), ('authenticated'), ('service_role')),
  kinds (kind, code, privilege) as (
    select kind, code, privilege_type
    from (values ('schema', 'n'), ('table', 'r'), ('sequence', 's'), ('function', 'f')) kind (kind, code),
      aclexplode(acldefault(code::"char", 10))
    union
    select 'column', 'c', unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'])
  ),
  schemas as (
    select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  relations as (
    select c.oid, c.relkind, format('%I.%I', nspname, relname) as name
    from pg_class c join schemas on schemas.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  ),
  granted (role, privilege, kind, object) as (
    select role, privilege, kind, nspname from roles, schemas, kinds
    where kind = 'schema' and has_schema_privilege(role, schemas.oid, privilege)
    union all
    select role, privilege, kind, name from roles, relations, kinds
    where kind = 'table' and relkind <> 'S' and has_table_privilege(role, relations.oid, privilege)
    union all
    select role, privilege, kind, format('%s.%I', name, attname) from roles, relations, kinds, pg_attribute
    where kind = 'column' and relkind <> 'S' and attrelid = relations.oid and attnum > 0 and not attisdropped
      and has_column_privilege(role, relations.oid, attnum, privilege)
    union all
    select role, privilege, kind, name from roles, relations, kinds
    where kind = 'sequence' and relkind = 'S' and has_sequence_privilege(role, relations.oid, privilege)
    union all
    select role, privilege, kind, p.oid::regprocedure::text from roles, pg_proc p, schemas, kinds
    where kind = 'function' and pronamespace = schemas.oid and has_function_privilege(role, p.oid, privilege)
  )
  select concat_ws(' ', role, privilege, kind, object) as line from granted`

/**
 * Reads what the roles of the Data API, and every role by way of `public`, may do with every schema, table, view, column,
 * sequence and function. Returns one line for each privilege.
 */
export const readPrivileges = (sql: postgres.Sql): Promise<string[]> =>
  sql.begin(async (query) => {
    // Then every name is written with its schema.
    await query`set local search_path = ''`
    return (await query.unsafe<{ line: string }[]>(privileges)).map(({ line }) => line).sort()
  })
