import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { supabaseProject } from './supabase-project.ts'

const ref = 'abcdefghijklmnopqrst'
// As `supabase projects list -o json` prints it (supabase/cli 1d1e7191).
const ours = {
  ...{ ref, name: 'training-example-com', region: 'eu-central-1' },
  ...{ status: 'ACTIVE_HEALTHY', created_at: '2026-01-01T00:00:00Z' },
}
const other = { ...ours, ref: 'z'.repeat(20), name: 'other-site' }

function openFor(t: TestContext, projects: (typeof ours)[], env: Record<string, string> = {}) {
  const given = { SITE_URL: 'https://training.example.com', REGION: 'Frankfurt', ...env }
  return openSupabaseWorld(t, given, () => projects)
}

test('if operator.env is lost, the project of this site is taken as it is, and none is created', async (t) => {
  const { folder, runs, world } = openFor(t, [other, ours])
  assert.deepEqual(await supabaseProject.look(world), {
    todo: 'take the project training-example-com in Frankfurt',
  })
  assert.equal(await supabaseProject.do(world), `Took training-example-com (${ref}) in Frankfurt.`)
  assert.deepEqual([...new Set(runs.map(([command]) => command))], ['projects list'])
  assert.match(
    readFileSync(path.join(folder, 'operator.env'), 'utf8'),
    /^SUPABASE_URL=.*abcdefghijklmnopqrst/m,
  )
  assert.ok('done' in (await supabaseProject.look(world)))
})

test('a project of another name is not taken', async (t) => {
  const { world } = openFor(t, [other])
  assert.deepEqual(await supabaseProject.look(world), {
    todo: 'create the project training-example-com in Frankfurt',
  })
})

test('which project is meant has to be clear, and it has to run', async (t) => {
  const SUPABASE_URL = `https://${'y'.repeat(20)}.supabase.co`
  for (const [projects, env, sentence] of [
    [
      [ours, { ...other, name: ours.name }],
      {},
      /^There are 2 projects training-example-com\. Set SUPABASE_URL/,
    ],
    [[ours], { SUPABASE_URL }, /^The login does not see the project y{20}, which operator\.env names/],
    [[{ ...ours, status: 'INACTIVE' }], {}, /^The project training-example-com is INACTIVE\. Restore it/],
    [[{ ...ours, region: 'mars-1' }], {}, /^Vercel has no region near mars-1/],
  ] as const) {
    const { world } = openFor(t, [...projects], env)
    await assert.rejects(supabaseProject.look(world), { message: sentence })
  }
})
