import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccessFaults } from './find-access-faults.ts'
import { readMigrations, readProject } from './open-database.ts'
import { createInProcess } from './open-empty-database.ts'

const project = await readProject()
const migrations = await readMigrations()
// Not on the server at TEST_DATABASE_URL: without pg_cron a migration leaves the sweep's function out.
const database = await createInProcess()
after(() => database.close())

/** The statements and clauses of a migration that keep a role out or let the service role in. */
const protections = [
  /revoke [^;]+;/g,
  // The first role in the list of a revoke, and each of the others.
  /(?<=revoke [^;]+ from )\w+, /g,
  /(?<=revoke [^;]+ from [^;]+), \w+/g,
  /grant execute [^;]+;/g,
  /security definer/g,
  /set search_path = ''/g,
  /alter table \S+ enable row level security;/g,
  /with \(security_invoker = true\)/g,
]

/** A project since 30 October 2026. Only in this one does a missing `grant` show. */
const projectWithoutGrants = project.replaceAll(/^alter default privileges .*$/gm, '')

/** Returns the first finding on a new project with these migrations, and rolls everything back. */
const findFault = (applied: typeof migrations, projectSql = project) =>
  database.rollBackAfter(async (query) => {
    await query(projectSql)
    for (const { sql } of applied) await query(sql)
    return (await findAccessFaults(query).next()).value
  })

/**
 * Every copy of the migrations that lacks one match of the pattern. It ends with the first migration that completes what
 * the checks ask for, since a later one may replace what this one created.
 */
const mutate = (pattern: RegExp) =>
  migrations.flatMap(({ name, sql }, position) =>
    [...sql.matchAll(pattern)].map(({ index, 0: deleted }) => ({
      name: `${name}:${sql.slice(0, index).split('\n').length} without '${deleted}'`,
      mutated: migrations
        .with(position, { name, sql: sql.slice(0, index) + sql.slice(index + deleted.length) })
        .slice(0, Math.max(position + 1, complete)),
    })),
  )

/** How many migrations made the first schema that passes every check. */
const complete = 3

test('the migrations pass every check, each as the newest one, whether the project grants by default or not', async () => {
  for (let count = complete; count <= migrations.length; count += 1) {
    assert.equal(await findFault(migrations.slice(0, count)), undefined)
    assert.equal(await findFault(migrations.slice(0, count), projectWithoutGrants), undefined)
  }
})

test('the checks notice each single deletion of a protection from the migrations', async () => {
  const unnoticed: string[] = []
  for (const pattern of protections) {
    const mutations = mutate(pattern)
    assert.ok(mutations.length > 0, `nothing in the migrations matches ${pattern}`)
    for (const { name, mutated } of mutations) {
      const fault = (await findFault(mutated)) ?? (await findFault(mutated, projectWithoutGrants))
      if (!fault) unnoticed.push(name)
    }
  }
  // Redundant: no project grants views to all roles, so revoking a view from `public` takes nothing away.
  assert.deepEqual(unnoticed, [`20261120000002_lead_emails.sql:98 without 'public, '`])
})
