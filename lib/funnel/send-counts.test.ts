import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { env, execPath } from 'node:process'
import { test } from 'node:test'

// A process reads its settings once, so each deployment is a process of its own. It prints the addresses that it calls.
const script = `
  await import('./tests/kit/server-settings.ts')
  const calls = []
  globalThis.fetch = async (url) => {
    calls.push(new URL(url).pathname)
    return Response.json(1)
  }
  const { sendCounts } = await import('./lib/funnel/send-counts.ts')
  const isSent = await sendCounts([{ variant: '', campaign: '', event: 'page_viewed', hits: 1 }])
  console.log(JSON.stringify({ isSent, calls }))`

for (const [deployment, calls] of [
  ['preview', []],
  ['production', ['/rest/v1/rpc/count_funnel_events']],
] as const)
  test(`a ${deployment} deployment makes ${calls.length} calls to count`, () => {
    const own = { ...env, VERCEL_ENV: deployment, PREVIEW_SUPABASE_URL: 'https://abc.supabase.co' }
    const args = ['--input-type=module', '--eval', script]
    const said = execFileSync(execPath, args, { env: own, encoding: 'utf8' })
    assert.deepEqual(JSON.parse(said), { isSent: true, calls })
  })
