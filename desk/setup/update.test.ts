import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openStandInPrograms } from '../../tests/setup/stand-in-programs.ts'
import { openVercelApi, vercelToken } from '../../tests/setup/vercel-api.ts'
import { thePage } from './hosted.ts'
import { runSteps } from './step.ts'
import { deployment } from './steps/deployment.ts'
import { rollBack, update } from './update.ts'
import { openWorld } from './world.ts'

const stored = {
  SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
  SITE_URL: 'https://training.example.com',
}

/** A clone with three commits, each with a function and a page that was deployed. The newest page is live. */
async function openClone() {
  const folder = mkdtempSync(path.join(tmpdir(), 'update-'))
  const [vercel, programs] = [await openVercelApi(), openStandInPrograms()]
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      ...{ cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    }).trim()
  const functionFolder = path.join(folder, 'supabase/functions/send-lead-email')
  for (const made of [functionFolder, path.join(folder, 'supabase/migrations')])
    mkdirSync(made, { recursive: true })
  git('init', '--quiet')
  const commits = ['oldest', 'older', 'newest'].map((version) => {
    writeFileSync(path.join(functionFolder, 'source-digest.ts'), `export const sourceDigest = '${version}'\n`)
    git('add', '.')
    git('commit', '--quiet', '-m', version)
    const commit = git('rev-parse', 'HEAD')
    vercel.state.deployments.push({ uid: `dpl_${version}`, meta: { commit }, files: [] })
    return commit
  })
  Object.assign(vercel.state, {
    project: { name: 'training-example-com', region: 'fra1' },
    ...{ domains: ['training.example.com'], live: 'dpl_newest' },
  })
  const said: string[] = []
  const environment = {
    ...{ folder, pause: 10, addressOf: () => 'http://127.0.0.1:1', options: { vercel: [vercel.url] } },
    env: {
      ...{ ...stored, PATH: process.env.PATH },
      ...{ SUPABASE_ACCESS_TOKEN: 'sbp_0', VERCEL_TOKEN: vercelToken, VERCEL_TEAM: 'example' },
    },
    say: (line: string) => said.push(stripVTControlCharacters(line)),
  }
  return {
    ...{ vercel, programs, commits, environment },
    said: () => said.splice(0).join('\n'),
    [Symbol.asyncDispose]: async () => {
      programs[Symbol.dispose]()
      await vercel[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

test('an update brings the migrations, the function and the page live in this order', async () => {
  await using clone = await openClone()
  const { PATH } = process.env
  // Without a login, a plan names each step.
  const code = await update({ ...clone.environment, env: { ...stored, PATH } }, { isPlan: true })
  const said = clone.said()
  assert.equal(code, 0, said)
  const steps = [...said.matchAll(/^ +(?:ok|would|STOP) +(\S+(?: \S+)*)/gm)].map(([, name]) => name)
  assert.deepEqual(
    steps.filter((name = '') => ['database', 'function', 'page'].includes(name)),
    ['database', 'function', 'page'],
  )
})

test('the page that was live before comes back with its function, also if the function fails at first', async () => {
  await using clone = await openClone()
  const { programs, vercel, environment } = clone
  programs.failFunction(true)
  assert.equal(await rollBack(environment), 1)
  assert.match(clone.said(), /page +Rolled back to dpl_older[\s\S]*STOP +function/)
  programs.failFunction(false)
  assert.equal(await rollBack(environment), 0, clone.said())
  assert.deepEqual(
    [vercel.state.live, programs.deployed()],
    ['dpl_older', ['older']],
    'the second run brings back the function, and not one more page',
  )
})

test('a commit brings back its page and its function', async () => {
  await using clone = await openClone()
  const { programs, vercel, environment, commits } = clone
  assert.equal(await rollBack(environment, commits[0]), 0, clone.said())
  assert.deepEqual([vercel.state.live, programs.deployed()], ['dpl_oldest', ['oldest']])
})

test('no page that is newer than the live one comes back', async () => {
  await using clone = await openClone()
  const { vercel, environment, commits } = clone
  assert.equal(await rollBack(environment, commits[0]), 0, clone.said())
  assert.equal(await rollBack(environment, commits[2]), 1)
  assert.match(clone.said(), /Vercel has no older deployment of the page of the commit/)
  assert.equal(vercel.state.live, 'dpl_oldest')
})

test('if this clone lacks the commit of the page before, neither page nor function moves', async () => {
  await using clone = await openClone()
  const { programs, vercel, environment } = clone
  Object.assign(vercel.state.deployments[1]?.meta ?? {}, { commit: '0'.repeat(40) })
  assert.equal(await rollBack(environment), 1)
  assert.match(clone.said(), /This clone does not have the commit 0{40}/)
  assert.deepEqual([vercel.state.live, programs.deployed()], ['dpl_newest', []])
})

test('a deployment that Vercel blocks ends the update with its reason', async () => {
  await using clone = await openClone()
  const world = openWorld(clone.environment)
  // What `vercel deploy` leaves at Vercel if the author of a commit is no member of the team (vercel/vercel#13998).
  const vercel: typeof world.vercel = async ([command = '', ...rest], ...others) => {
    if (command !== 'deploy') return world.vercel([command, ...rest], ...others)
    const setup = rest.find((option) => option.startsWith('setup='))?.slice('setup='.length) ?? ''
    clone.vercel.state.deployments.push({ uid: 'dpl_blocked', meta: { setup }, files: [], state: 'BLOCKED' })
    return { code: 0, stdout: '', stderr: '', isLate: false }
  }
  assert.equal(await runSteps({ ...world, vercel }, [deployment(thePage)], false), false)
  assert.match(clone.said(), /STOP +page [\s\S]*BLOCKED: Git author must have access to the team/)
  assert.equal(clone.vercel.state.live, 'dpl_newest')
})
