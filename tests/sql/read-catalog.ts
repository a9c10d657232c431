import type { Query } from './test-database.ts'

/**
 * Returns a line for each column, constraint, index, trigger, type, view, function and privilege of the product. Two
 * databases with the same lines behave the same. The order of the columns of a table does not count, because a
 * migration adds a column at the end.
 */
export async function readCatalog(query: Query): Promise<string[]> {
  const rows = await query(`
    with product as (
      select oid, nspname, nspacl from pg_namespace where nspname in ('private', 'public', 'desk', 'backup')
    ), relation as (
      select pg_class.*, nspname from pg_class join product on product.oid = relnamespace
      where not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    )
    select line from (
      select concat_ws(' ', 'schema', nspname, nspacl) as line from product
      union all
      select concat_ws(' ', relkind, nspname, relname, relacl, relrowsecurity, reloptions,
        case when relkind = 'v' then pg_get_viewdef(oid) when relkind = 'i' then pg_get_indexdef(oid) end)
      from relation
      union all
      select concat_ws(' ', 'column', nspname, relname, attname, format_type(atttypid, atttypmod), attnotnull,
        attidentity, attgenerated, attacl, pg_get_expr(adbin, adrelid))
      from pg_attribute
      join relation on relation.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind in ('r', 'v')
      union all
      select concat_ws(' ', 'constraint', conname, conrelid::regclass, contypid::regtype, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join product on product.oid = connamespace
      union all
      select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger join relation on relation.oid = tgrelid
      where not tgisinternal
      union all
      select concat_ws(' ', 'type', nspname, typname, array(
        select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder))
      from pg_type join product on product.oid = typnamespace
      where typtype in ('e', 'd')
      union all
      select concat_ws(' ', 'function', proacl, pg_get_functiondef(pg_proc.oid))
      from pg_proc join product on product.oid = pronamespace
      where prokind in ('f', 'p') and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    ) found
    order by line`)
  return rows.map(({ line }) => String(line))
}
