import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { deskLogin } from '../../desk/setup/steps/desk-login.ts'
import { leadFunction } from '../../desk/setup/steps/function.ts'
import { functionAddress } from '../../desk/setup/steps/function-address.ts'
import { functionSecrets } from '../../desk/setup/steps/function-secrets.ts'
import { schema } from '../../desk/setup/steps/schema.ts'
import { secretKey } from '../../desk/setup/steps/secret-key.ts'
import { supabaseLogin } from '../../desk/setup/steps/supabase-login.ts'
import { supabaseProject } from '../../desk/setup/steps/supabase-project.ts'
import { failCalls, secretsOf } from './fail-calls.ts'
import { filesWith } from './files-with.ts'
import { openAccount } from './open-account.ts'

installTool(tools.supabase)

// Each command of the Supabase CLI words a refusal in its own way, so each call fails with each status. A call that is
// not answered ends by a timer that all share, so one read and one write stand for all.
const statuses = [401, 403, 409, 429, 500] as const
const every = [...statuses, 'silence'] as const
const project = '/v1/projects/:ref'

test('each call of the Supabase half can fail in each way, and the next run finishes', async () => {
  await using account = await openAccount()
  const { api } = account
  const wrong = await failCalls(account, 'api', [
    { step: supabaseLogin, calls: { 'GET /v1/organizations': every } },
    {
      step: supabaseProject,
      calls: { 'GET /v1/projects': statuses, 'POST /v1/projects': every },
      write: 'POST /v1/projects',
    },
    { step: secretKey, calls: { [`GET ${project}/api-keys`]: statuses } },
    { step: schema, calls: { [`POST ${project}/database/query`]: statuses } },
    // The same command as in the step before.
    { step: functionAddress, calls: { [`POST ${project}/database/query`]: [403] } },
    { step: deskLogin, calls: { [`GET ${project}/config/database/pooler`]: statuses } },
    {
      step: functionSecrets,
      calls: { [`GET ${project}/secrets`]: statuses, [`POST ${project}/secrets`]: statuses },
      write: `POST ${project}/secrets`,
    },
    {
      step: leadFunction,
      calls: { [`POST ${project}/functions/deploy`]: statuses },
      write: `POST ${project}/functions/deploy`,
    },
  ])
  assert.deepEqual(wrong, [])
  assert.equal(api.state.projects.length, 1)
  assert.deepEqual(api.state.passwords, [])
  assert.deepEqual(filesWith(account.folder, secretsOf(account)), ['operator.env'])
  assert.deepEqual(filesWith(account.home, secretsOf(account)), [])
})
