import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startPostgres } from '../kit/start-postgres.ts'
import { installSystem } from '../kit/system-postgres.ts'
import { createOnServer } from './create-on-server.ts'
import { readMigrations, readProject } from './open-database.ts'

const { TEST_DATABASE_URL: isOnServer, TEST_POSTGRES: version } = process.env

// The role that migrates a hosted project is no superuser (supabase/postgres 7db7e1a9, in migrations/db:
// migrations/10000000000000_demote-postgres.sql, and migrate.sh for the owner of the database). supabase_admin creates
// extensions for it (there in ansible/files: postgresql_config/supautils.conf.j2), and gives it rights on cron and vault
// (postgresql_extension_custom_scripts, for vault 00d7740b). Here it may write to their tables too, because the stand-ins
// of the extensions run as their caller.
const project = `
  create role migrator login createrole createdb bypassrls;
  create extension pg_cron with schema pg_catalog;
  create schema extensions;
  create extension pg_net with schema extensions;
  grant usage, create on schema extensions to migrator;
  grant usage on schema auth, vault, cron, net to migrator;
  grant all on all tables in schema auth, vault, cron, net to migrator;
  grant anon, authenticated, service_role to migrator;
  do $$ begin execute format('alter database %I owner to migrator', current_database()); end $$`

test('an owner that is no superuser migrates, again too, and a member then comes through the door', {
  skip: !isOnServer && 'the embedded database has one login',
}, async () => {
  // Roles belong to the whole server, so this one is its own.
  const server = await startPostgres(version ? async (folder) => installSystem(folder, version) : undefined)
  after(() => server.stop())
  const vault = 'create extension if not exists supabase_vault'
  const { query, close } = await createOnServer(server.url, [vault, await readProject()])
  // The owner of a template is not that of its copies.
  await query(project)
  const as = (login: string, statements: string) =>
    query(`set local session authorization ${login}; ${statements}`)
  try {
    for (const { sql } of await readMigrations()) await as('migrator', sql)
    await as('migrator', 'select private.secure_leads()')
    const owned = await query(`select distinct proowner::regrole::text as owner from pg_proc
      where pronamespace = 'desk'::regnamespace union all
      select proowner::regrole::text from pg_proc where oid = 'public.desk'::regproc`)
    assert.deepEqual(owned, [{ owner: 'migrator' }, { owner: 'lead_door' }])

    const issuer = 'https://project.test/auth/v1'
    const [user, session, factor] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await as(
      'migrator',
      `select desk.set_web('${issuer}', 'a key'),
      desk.add_member('ada', 'ada@team.example', 'owner')`,
    )
    await query(`insert into auth.users (id, email, email_confirmed_at) values ('${user}', 'ada@team.example', now());
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values ('${factor}', '${user}', 'totp', 'verified');
      insert into auth.sessions (id, user_id, factor_id, aal) values ('${session}', '${user}', '${factor}', 'aal2')`)
    const pinned = await as(
      'migrator',
      `select desk.pin_member('ada', private.factor_letters('${factor}')) as is_pinned`,
    )
    assert.deepEqual(pinned, [{ is_pinned: true }])
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      ...{ aud: 'authenticated', role: 'authenticated', is_anonymous: false, aal: 'aal2' },
      ...{ sub: user, session_id: session, exp: now + 3600 },
      amr: [
        { method: 'otp', timestamp: now },
        { method: 'totp', timestamp: now },
      ],
    }
    const call = async (called: string) => {
      const [row] = await as(
        'authenticator',
        `set local role authenticated;
        select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true);
        select public.desk('${called}') as said`,
      )
      return row?.said as { answer?: { name?: string; members?: unknown[] } }
    }
    assert.equal((await call('show_membership')).answer?.name, 'ada')
    assert.equal((await call('list_members')).answer?.members?.length, 1)
    await as('migrator', `select desk.reset_member('ada')`)
    assert.deepEqual(await call('list_members'), { refused: 'session' })
  } finally {
    await close()
  }
})
