import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openStandInPrograms } from '../../../tests/setup/stand-in-programs.ts'
import { openVercelApi, vercelToken } from '../../../tests/setup/vercel-api.ts'
import { thePage } from '../hosted.ts'
import { openWorld } from '../world.ts'
import { vercelProject } from './vercel-project.ts'
import { vercelVariables } from './vercel-variables.ts'

test('if operator.env is lost, the project that setup made is taken, and one of a stranger stops it', async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vercel-'))
  await using api = await openVercelApi()
  using _ = openStandInPrograms()
  context.after(() => rmSync(folder, { recursive: true }))
  const env = {
    ...{ PATH: process.env.PATH, VERCEL_TOKEN: vercelToken, SITE_URL: 'https://training.example.com' },
    ...{ VIDEO_URL: 'https://video.example/5.mp4', REGION: 'Frankfurt' },
  }
  const openFor = (more = {}) =>
    openWorld({ folder, env: { ...env, ...more }, say: () => {}, options: { vercel: [api.url] } })
  const step = vercelProject(thePage)
  const name = 'training-example-com'
  Object.assign(api.state, { project: { name, region: 'fra1' } })
  await assert.rejects(step.look(openFor()), {
    message: new RegExp(
      `^The team has a project ${name} that setup did not make\\. Set VERCEL_PROJECT=${name} `,
    ),
  })
  assert.deepEqual(await step.look(openFor({ VERCEL_PROJECT: name })), {
    done: `${name} in Frankfurt, as the database`,
  })

  await vercelVariables(thePage).do(openFor())
  await assert.doesNotReject(step.look(openFor()))
  assert.deepEqual(await step.look(openFor()), { done: `${name} in Frankfurt, as the database` })
  const moved = openFor({ REGION: 'London' })
  assert.deepEqual(await step.look(moved), { todo: `move ${name} to London, where the database is` })
  assert.equal(await step.do(moved), `Moved ${name} to London, where the database is.`)
  assert.equal(api.state.project?.region, 'lhr1')
  assert.match(
    readFileSync(path.join(folder, 'operator.env'), 'utf8'),
    /^VERCEL_PROJECT=.*training-example-com/m,
  )
})
