import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openStandInPrograms } from '../../../tests/setup/stand-in-programs.ts'
import { openVercelApi, vercelToken } from '../../../tests/setup/vercel-api.ts'
import { thePage } from '../hosted.ts'
import { runSteps } from '../step.ts'
import { openWorld } from '../world.ts'
import { vercelVariables } from './vercel-variables.ts'

test('each variable of the page is sensitive at Vercel, in a team that does not demand it too', async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'variables-'))
  await using api = await openVercelApi()
  using _ = openStandInPrograms()
  context.after(() => rmSync(folder, { recursive: true }))
  Object.assign(api.state, {
    project: { name: 'training-example-com', region: 'fra1' },
    demandsSensitive: false,
  })
  const said: string[] = []
  const env = {
    ...{ PATH: process.env.PATH, VERCEL_TOKEN: vercelToken, SITE_URL: 'https://training.example.com' },
    ...{ VIDEO_URL: 'https://video.example/5.mp4', SUPABASE_SECRET_KEY: 'sb_secret_0123456789' },
  }
  const world = openWorld({ folder, env, say: (line) => said.push(line), options: { vercel: [api.url] } })
  assert.equal(await runSteps(world, [vercelVariables(thePage)], false), true, said.join('\n'))
  assert.deepEqual(
    api.state.variables.map(({ key, type, target }) => [key, type, ...target]).sort(),
    ['SITE_URL', 'SUPABASE_SECRET_KEY', 'VIDEO_URL'].map((key) => [key, 'sensitive', 'production']),
  )
})
