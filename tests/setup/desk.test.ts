import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { signInMail } from '../../site/sign-in-mail.ts'
import { logins, openProject } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

const answers = {
  ...{ DESK_URL: 'desk.example.com', DESK_OWNER_NAME: 'Ada', DESK_OWNER_EMAIL: 'Ada@Example.com' },
  ...{ VERCEL_TEAM: 'example', REGION: 'eu-central-1', SITE_URL: 'https://training.example.com' },
  MAIL_FROM: 'Brand Scalers <training@example.com>',
}

/** The page is live at Vercel. Returns a way to set up the desk on the web. */
async function openLive() {
  const account = await openProject()
  account.vercel.state.project = { name: 'training-example-com', region: 'fra1', framework: 'nextjs' }
  account.vercel.state.domains.push('training.example.com')
  account.store({ VERCEL_PROJECT: 'training-example-com', SMTP_URL: 'smtps://me:p%40ss@smtp.example.com' })
  const run = (more = {}) => account.runPart('desk', { ...answers, ...more })
  return { account, run }
}

const authCall = 'PATCH /v1/projects/:ref/config/auth'

test('the desk gets a project of its own, members sign in by a code, and the operator is its first owner', async () => {
  const { account, run } = await openLive()
  await using _ = account
  const { api, vercel, printed, database } = account
  assert.equal(await run(), 0, printed.join('\n'))

  const { desk } = vercel.state
  assert.deepEqual(desk.project, {
    ...{ name: 'desk-example-com', region: 'fra1', framework: null },
    buildCommand: 'node local/run.js desk/web/build-web.ts',
  })
  assert.deepEqual(
    desk.variables.map(({ key }) => key),
    ['DESK_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'DESK_TRY_KEY'],
  )
  assert.deepEqual([desk.domains, desk.deployments.length], [['desk.example.com'], 1])
  assert.deepEqual([vercel.state.deployments.length, vercel.state.variables.length], [0, 0], 'the page stays')

  const { auth } = api.state
  assert.deepEqual(
    [
      auth.mailer_otp_length,
      auth.mailer_otp_exp,
      auth.mailer_autoconfirm,
      auth.external_anonymous_users_enabled,
    ],
    [8, 600, false, false],
  )
  assert.deepEqual(
    [auth.smtp_host, auth.smtp_port, auth.smtp_user, auth.smtp_pass, auth.smtp_admin_email],
    ['smtp.example.com', '465', 'me', 'p@ss', 'training@example.com'],
  )
  for (const kind of ['confirmation', 'magic_link'])
    assert.equal(auth[`mailer_templates_${kind}_content`], signInMail.body)
  const [hook] = await database.query('select public.admit_member($1) as answer', [
    { user: { email: 'stranger@example.com' } },
  ])
  assert.match(JSON.stringify(hook?.answer), /403/)
  assert.equal(auth.hook_before_user_created_uri, 'pg-functions://postgres/public/admit_member')

  const [member] = await database.query('select name, address, role, factor_id from private.desk_members')
  assert.deepEqual(member, { name: 'ada', address: 'ada@example.com', role: 'owner', factor_id: null })
  const stored = parseEnv(account.stored())
  assert.equal(stored.SUPABASE_PUBLISHABLE_KEY, api.state.publishable)
  const log = printed.join('\n')
  for (const secret of [logins.SUPABASE_ACCESS_TOKEN, stored.DESK_TRY_KEY ?? '', 'p@ss'])
    assert.ok(!log.includes(secret), log)
  assert.ok(!account.stored().includes(logins.SUPABASE_ACCESS_TOKEN), 'the token is not kept')
  assert.match(log, /six letters/)

  printed.length = 0
  assert.equal(await run(), 0, printed.join('\n'))
  assert.equal(desk.deployments.length, 1, 'a second run deploys nothing')
  assert.deepEqual([...api.state.unknown, ...vercel.state.unknown], [])
})

test('it stops where another application signs its users in, and changes nothing', async () => {
  const { account, run } = await openLive()
  await using _ = account
  const { api, printed, database } = account
  Object.assign(api.state.auth, {
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: 'https://hook.example',
  })
  assert.equal(await run(), 1)
  assert.match(printed.join('\n'), /another hook before a user is created/)
  Object.assign(api.state.auth, { hook_before_user_created_enabled: false })
  await database.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'user@app.example')`)
  assert.equal(await run(), 1)
  assert.match(printed.join('\n'), /1 users who are no members/)
  assert.ok(!api.state.calls.includes(authCall))
})

test('it says which setting Supabase did not keep, and what a refused token needs', async () => {
  const { account, run } = await openLive()
  await using _ = account
  const { api, printed } = account
  api.state.stubborn = 'mailer_otp_length'
  assert.equal(await run(), 1)
  assert.match(printed.join('\n'), /keeps other values of mailer_otp_length/)
  api.state.stubborn = ''
  api.state.faults.set(authCall, 403)
  assert.equal(await run(), 1)
  assert.match(printed.join('\n'), /auth_config_write/)
  assert.equal(await run({ DESK_URL: 'https://training.example.com' }), 1)
  assert.match(printed.join('\n'), /address of the page/)
})
