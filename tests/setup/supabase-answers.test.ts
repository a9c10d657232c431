import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { deskLogin } from '../../desk/setup/steps/desk-login.ts'
import { functionAddress } from '../../desk/setup/steps/function-address.ts'
import { schema } from '../../desk/setup/steps/schema.ts'
import { secretKey } from '../../desk/setup/steps/secret-key.ts'
import { supabaseProject } from '../../desk/setup/steps/supabase-project.ts'
import { openAccount, openProject, projectUrl } from './open-account.ts'

installTool(tools.supabase)

test('a new project is asked again while not all of it answers', async () => {
  await using account = await openAccount()
  const { api, printed } = account
  assert.equal(
    await account.runStep([supabaseProject, secretKey, schema, deskLogin]),
    true,
    printed.join('\n'),
  )
  assert.match(printed.join('\n'), /not answering everywhere yet/)
  const { notReady } = api.state
  assert.deepEqual(
    Object.entries(notReady).filter(([, left]) => left >= 0),
    [],
    'each part has refused at first',
  )

  // A second machine has no operator.env. The login of the first one stays as it is.
  rmSync(path.join(account.folder, 'operator.env'))
  account.store({ SUPABASE_URL: projectUrl })
  api.state.changes.length = 0
  assert.equal(await account.runStep(deskLogin), true, printed.join('\n'))
  assert.match(parseEnv(account.stored()).SUPABASE_DB_URL ?? '', /^postgres\w*:\/\/desk_operator_2\./)
  assert.doesNotMatch(api.state.changes.join('\n'), /alter role/)
})

test('the address of the function is read from the vault by a role that may decrypt', async () => {
  await using account = await openProject()
  const { api, printed } = account
  assert.equal(await account.runStep(functionAddress), true, printed.join('\n'))
  api.state.changes.length = 0
  assert.equal(await account.runStep(functionAddress), true, printed.join('\n'))
  assert.doesNotMatch(api.state.changes.join('\n'), /create_secret|update_secret/)
})

test('a new project that has failed is named at once', async () => {
  await using account = await openAccount()
  account.api.state.becomes = 'INIT_FAILED'
  assert.equal(await account.runStep(supabaseProject), false)
  assert.match(
    account.printed.join('\n'),
    /STOP.* Supabase project .*is INIT_FAILED\. Remove it in the dashboard/,
  )
  assert.ok((account.api.state.projects[0]?.looks ?? 99) < 9)
})

test('the address of the database of another project is not taken', async () => {
  await using account = await openProject()
  const { api, folder, printed } = account
  mkdirSync(path.join(folder, 'supabase/.temp'), { recursive: true })
  writeFileSync(
    path.join(folder, 'supabase/.temp/pooler-url'),
    'postgresql://postgres.zyxwvutsrqponmlkjihg@aws-0-eu-west-2.pooler.supabase.com:6543/postgres',
  )
  api.state.faults.set('GET /v1/projects/:ref/config/database/pooler', 403)
  assert.equal(await account.runStep(deskLogin), false)
  assert.match(printed.join('\n'), /STOP.* desk /)
  assert.doesNotMatch(account.stored(), /SUPABASE_DB_URL|aws-0-eu-west-2/)
})
