import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccessFaults } from '../sql/find-access-faults.ts'
import { readMigrations, readProject, readSchema } from '../sql/open-database.ts'
import { createProject } from '../sql/open-empty-database.ts'

const database = await createProject(await readSchema())
after(() => database.close())

test('the schema passes every check in a project that grants nothing by default, as new ones do', async () => {
  // Only in such a project can the checks notice that a `grant` is missing.
  const project = (await readProject()).replaceAll(/^alter default privileges .*$/gm, '')
  await using bare = await createProject([project, ...(await readMigrations()).map(({ sql }) => sql)])
  assert.deepEqual(await bare.rollBackAfter((query) => Array.fromAsync(findAccessFaults(query))), [])
})

/**
 * This query makes the statements for the test. Each statement takes away one protection, or one right that is
 * needed.
 */
const mutants = `
  with role (name) as (values ('public'), ('anon'), ('authenticated'), ('service_role'), ('lead_desk'), ('lead_backup')),
  function as (
    select oid::regprocedure as name, proacl, prosecdef, prosqlbody
    from pg_proc where pronamespace::regnamespace::text in ('private', 'public', 'desk', 'backup')
  ), relation as (
    select oid::regclass as name, relkind from pg_class
    where relnamespace = 'private'::regnamespace and relkind in ('r', 'v')
  )
  select format('grant execute on function %s to %s', function.name, role.name) as statement from function, role
  where role.name = 'public' or not has_function_privilege(role.name, function.name, 'execute')
  union all
  select format('revoke execute on function %s from %s', function.name, grantee::regrole)
  from function, aclexplode(proacl) where grantee in ('service_role'::regrole, 'lead_desk'::regrole, 'lead_backup'::regrole)
  union all
  -- Some function bodies are written in the form of the SQL standard. They need no search path, because
  -- Postgres looked up their names when the function was created.
  select format('alter function %s reset search_path', name) from function where prosqlbody is null
  union all
  select format('alter function %s security invoker', name) from function where prosecdef
  union all
  select format('grant select on %s to %s', relation.name, role.name) from relation, role
  union all
  select format('alter table %s disable row level security', name) from relation where relkind = 'r'
  union all
  -- A view that reads only other views shows nothing more this way, because those ask for the rights of the reader.
  -- Nor does asking_mails, because consent_state runs with the rights of the reader, who then sees no state.
  select format('alter view %s set (security_invoker = false)', name) from relation
  where relkind = 'v' and relation.name <> 'private.asking_mails'::regclass and exists (
    select from pg_rewrite rule
    join pg_depend on classid = 'pg_rewrite'::regclass and objid = rule.oid and refclassid = 'pg_class'::regclass
    join pg_class source on source.oid = refobjid and source.relkind = 'r'
    where rule.ev_class = relation.name)
  union all
  select 'revoke usage on schema desk from lead_desk'
  union all
  select 'revoke usage on schema backup from lead_backup'
  union all
  select 'grant usage on schema desk to ' || name from role where name <> 'lead_desk'
  union all
  select 'grant usage on schema backup to ' || name from role where name <> 'lead_backup'
  union all
  select 'grant usage on schema private to ' || name from role`

test('the checks notice each protection and each right that is taken from the schema', async () => {
  const unnoticed = await database.rollBackAfter(async (query) => {
    const statements = (await query(mutants)).map(({ statement }) => String(statement))
    assert.ok(statements.length > 250, `${statements.length} mutants`)
    const missed: string[] = []
    for (const statement of statements) {
      await query(`savepoint mutant; ${statement}`)
      const { done } = await findAccessFaults(query).next()
      await query('rollback to savepoint mutant')
      if (done) missed.push(statement)
    }
    return missed
  })
  assert.deepEqual(unnoticed, [])
})
