import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { backupLogin } from './backup-login.ts'
import { deskLogin } from './desk-login.ts'

const [ref, older] = ['abcdefghijklmnopqrst', 'z'.repeat(20)]
const addressOf = (login: string, project: string) =>
  `postgres://${login}.${project}:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`
const logins = [
  { step: deskLogin, variable: 'SUPABASE_DB_URL', first: 'desk_operator', role: 'lead_desk' },
  { step: backupLogin, variable: 'BACKUP_DB_URL', first: 'backup_operator', role: 'lead_backup' },
]

/** A world whose project has these roles. */
function openFor(t: TestContext, roles: string[], env: Record<string, string>) {
  const given = { SUPABASE_URL: `https://${ref}.supabase.co`, ...env }
  const { folder, runs, world } = openSupabaseWorld(t, given, (command, _, sql) => {
    // As `supabase link` does, which gives the port of transaction mode (supabase/cli 1d1e7191).
    if (command === 'link') {
      mkdirSync(path.join(folder, 'supabase/.temp'), { recursive: true })
      const url = `postgresql://postgres.${ref}:[YOUR-PASSWORD]@aws-0-eu-central-1.pooler.supabase.com:6543/postgres`
      writeFileSync(path.join(folder, 'supabase/.temp/pooler-url'), url)
    }
    const [, name] = /rolname = '(\w+)'/.exec(sql) ?? []
    const [, form] = /rolname ~ '(.*)'/.exec(sql) ?? []
    const isMeant = (role: string) => role === name || (form && new RegExp(form).test(role))
    return roles.filter(isMeant).map((rolname) => ({ rolname }))
  })
  const changes = () =>
    runs.flatMap(([command, args, sql]) =>
      command === 'db query' && !args.includes('--read-only') ? [sql] : [],
    )
  return { folder, changes, world }
}

for (const { step, variable, first, role } of logins) {
  test(`the login of ${step.name} counts only for the project that operator.env names, and while it is there`, async (t) => {
    const PGSSLROOTCERT = 'prod-ca-2021.crt'
    const stored = { [variable]: addressOf(first, ref), PGSSLROOTCERT }
    const rows: [what: string, roles: string[], env: Record<string, string>, isDone: boolean][] = [
      ['it is there', [role, first], stored, true],
      ['the database was restored without it', [role], stored, false],
      ['the project before', [role, first], { ...stored, [variable]: addressOf(first, older) }, false],
      ['no certificate', [role, first], { [variable]: addressOf(first, ref) }, false],
      ['none is stored', [role, first], { PGSSLROOTCERT }, false],
      ['a login of the operator’s own', [role], { ...stored, [variable]: addressOf('ada', ref) }, true],
    ]
    for (const [what, roles, env, isDone] of rows)
      assert.equal('done' in (await step.look(openFor(t, roles, env).world)), isDone, what)
  })

  test(`the login of ${step.name} leaves that of another machine as it is`, async (t) => {
    const { folder, changes, world } = openFor(t, [role, first, `${first}_2`], {})
    const sentence = await step.do(world)
    const { [variable]: address = '', PGSSLROOTCERT } = parseEnv(
      readFileSync(path.join(folder, 'operator.env'), 'utf8'),
    )
    const { username, password, host } = new URL(address)
    assert.equal(username, `${first}_3.${ref}`)
    assert.equal(host, 'aws-0-eu-central-1.pooler.supabase.com:5432')
    assert.match(readFileSync(path.join(folder, `${PGSSLROOTCERT}`), 'utf8'), /BEGIN CERTIFICATE/)
    assert.ok(password.length === 48 && !sentence.includes(password))
    const [change = '', ...others] = changes().map((sql) => sql.replaceAll(/\s+/g, ' '))
    assert.deepEqual(others, [])
    assert.ok(
      change.includes(`create role ${first}_3 login password '${password}'; grant ${role} to ${first}_3;`),
    )
  })

  test(`the login of ${step.name} needs the tables first`, async (t) => {
    const { changes, world } = openFor(t, [], {})
    await assert.rejects(step.do(world), { message: new RegExp(`^The database has no role ${role} yet\\.`) })
    assert.deepEqual(changes(), [])
  })
}
