import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thePage } from '../../desk/setup/hosted.ts'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { deployment } from '../../desk/setup/steps/deployment.ts'
import { domain } from '../../desk/setup/steps/domain.ts'
import { vercelLogin } from '../../desk/setup/steps/vercel-login.ts'
import { vercelProject } from '../../desk/setup/steps/vercel-project.ts'
import { vercelVariables } from '../../desk/setup/steps/vercel-variables.ts'
import { failCalls, secretsOf } from './fail-calls.ts'
import { filesWith } from './files-with.ts'
import { openAccount } from './open-account.ts'

installTool(tools.vercel)

// `vercel api` makes all calls but those of the deployment, and it words a refusal by its status alone. So one read, one
// write and the deployment fail in each way, and each other call with the status that is its own: the rights differ
// from call to call, and a name may be taken.
const every = [401, 403, 409, 429, 500, 'silence'] as const

test('each call of the Vercel half can fail in each way, and the next run finishes', async () => {
  await using account = await openAccount()
  const { vercel } = account
  account.store({
    ...{
      SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789',
    },
  })
  const wrong = await failCalls(account, 'vercel', [
    { step: vercelLogin, calls: { 'GET /v2/user': [401], 'GET /v2/teams': [403] } },
    {
      step: vercelProject(thePage),
      calls: { 'GET /v9/projects/:id': every, 'POST /v11/projects': every },
      write: 'POST /v11/projects',
    },
    {
      step: vercelProject(thePage),
      prepare: () => {
        if (vercel.state.project) vercel.state.project.region = 'iad1'
      },
      calls: { 'PATCH /v9/projects/:id': [403] },
      write: 'PATCH /v9/projects/:id',
    },
    {
      step: vercelVariables(thePage),
      calls: { 'GET /v10/projects/:id/env': [403], 'POST /v10/projects/:id/env': [403] },
      write: 'POST /v10/projects/:id/env',
    },
    {
      step: domain(thePage),
      calls: {
        'GET /v9/projects/:id/domains/:id': [403],
        'POST /v10/projects/:id/domains': [403, 409],
        'GET /v6/domains/:id/config': [403],
      },
      write: 'POST /v10/projects/:id/domains',
    },
    {
      step: domain(thePage),
      prepare: () => {
        vercel.state.isUnverified = true
      },
      calls: { 'POST /v9/projects/:id/domains/:id/verify': [] },
    },
    {
      step: deployment(thePage),
      calls: {
        'GET /v6/deployments': [403],
        'GET /v13/deployments/:id': [403],
        'GET /teams/:id': [403],
        'POST /v13/deployments': every,
      },
      write: 'POST /v13/deployments',
    },
  ])
  assert.deepEqual(wrong, [])
  assert.equal(vercel.state.isUnverified, false, 'Vercel is asked to verify the domain')
  assert.equal(vercel.state.deployments.length, 1)
  assert.deepEqual(vercel.state.domains, ['training.example.com'])
  assert.deepEqual(filesWith(account.home, secretsOf(account)), [])
})
