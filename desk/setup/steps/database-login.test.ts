import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { openWorld } from '../world.ts'
import { backupLogin } from './backup-login.ts'
import { deskLogin } from './desk-login.ts'

const [ref, older] = ['abcdefghijklmnopqrst', 'z'.repeat(20)]
const addressOf = (login: string, project: string) =>
  `postgres://${login}.${project}:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`
const logins = [
  { step: deskLogin, variable: 'SUPABASE_DB_URL', first: 'desk_operator', role: 'lead_desk' },
  { step: backupLogin, variable: 'BACKUP_DB_URL', first: 'backup_operator', role: 'lead_backup' },
]

/** A world whose project has these roles. Each change of the database is noted. */
function openFor(t: TestContext, roles: string[], env: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'login-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const changes: string[] = []
  const supabase = async (command: string, args: string[] = [], sql = '') => {
    // As `supabase link` does, which gives the port of transaction mode (supabase/cli 1d1e7191).
    if (command === 'link') {
      mkdirSync(path.join(folder, 'supabase/.temp'), { recursive: true })
      const url = `postgresql://postgres.${ref}:[YOUR-PASSWORD]@aws-0-eu-central-1.pooler.supabase.com:6543/postgres`
      writeFileSync(path.join(folder, 'supabase/.temp/pooler-url'), url)
    } else if (!args.includes('--read-only')) changes.push(sql)
    const [, name] = /rolname = '(\w+)'/.exec(sql) ?? []
    const [, form] = /rolname ~ '(.*)'/.exec(sql) ?? []
    const isMeant = (role: string) => role === name || (form && new RegExp(form).test(role))
    return JSON.stringify(roles.filter(isMeant).map((rolname) => ({ rolname })))
  }
  const given = { SUPABASE_URL: `https://${ref}.supabase.co`, ...env }
  return { folder, changes, world: { ...openWorld({ folder, env: given, say: () => {} }), supabase } }
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
    const [change = '', ...others] = changes.map((sql) => sql.replaceAll(/\s+/g, ' '))
    assert.deepEqual(others, [])
    assert.ok(
      change.includes(`create role ${first}_3 login password '${password}'; grant ${role} to ${first}_3;`),
    )
  })

  test(`the login of ${step.name} needs the tables first`, async (t) => {
    const { changes, world } = openFor(t, [], {})
    await assert.rejects(step.do(world), { message: new RegExp(`^The database has no role ${role} yet\\.`) })
    assert.deepEqual(changes, [])
  })
}
