import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { isWrite } from './fail-calls.ts'
import { openAccount } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

type Account = Awaited<ReturnType<typeof openAccount>>

// No call tells the rights of a token of Supabase. So the first call that lacks one says which.
const rows: [what: string, change: (account: Account) => unknown, sentence: RegExp][] = [
  [
    'a token of Supabase that may not list organizations',
    ({ api }) => api.state.faults.set('GET /v1/organizations', 403),
    /STOP.* Supabase login .*lacks the right database_read, database_write\. It cannot be changed/,
  ],
  [
    'a token of Vercel for one project alone',
    ({ vercel }) => vercel.state.faults.set('GET /v2/user', 403),
    /STOP.* Vercel login .*lacks the rights/,
  ],
  [
    'a login of Vercel that may only read',
    ({ vercel }) => Object.assign(vercel.state, { role: 'VIEWER' }),
    /STOP.* Vercel login .*the role VIEWER, which cannot deploy/,
  ],
]
for (const [what, change, sentence] of rows)
  test(`${what} is refused before anything is changed`, async () => {
    await using account = await openAccount()
    const { api, vercel, printed } = account
    change(account)
    assert.equal(await account.run(), 1)
    assert.match(printed.join('\n'), sentence)
    assert.deepEqual([...api.state.calls, ...vercel.state.calls].filter(isWrite), [])
    assert.deepEqual(api.state.changes, [])
  })
