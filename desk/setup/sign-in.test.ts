import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { programs } from './install-tool.ts'
import { runSteps } from './step.ts'
import { vercelLogin } from './steps/vercel-login.ts'
import { openWorld } from './world.ts'

test('a login of Vercel that has ended is asked for again, and the last name is said', async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sign-in-'))
  const { vercel } = programs
  context.after(() => {
    Object.assign(programs, { vercel })
    rmSync(folder, { recursive: true })
  })
  const signedIn = path.join(folder, 'signed-in')
  programs.vercel = path.join(folder, 'vercel.mjs')
  // What the CLI prints for a token that Vercel does not know (tests/setup/logins.test.ts has the real one).
  writeFileSync(
    programs.vercel,
    `import { existsSync } from 'node:fs'
    if (!existsSync(${JSON.stringify(signedIn)})) {
      console.error('Error: Not authorized (403)')
      process.exit(1)
    }
    console.log(JSON.stringify(
      process.argv[3].startsWith('/v2/user')
        ? { user: { username: 'ada' } }
        : { teams: [{ id: 'team_1', slug: 'example' }] }
    ))`,
  )
  const said: string[] = []
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const world = openWorld({
    ...{ folder, env: { VERCEL_USER: 'ada' }, say: (line) => said.push(line) },
    terminal: { stdin, stdout: new PassThrough(), stderr: new PassThrough() },
  })
  const signIn: typeof world.signIn = () => writeFileSync(signedIn, '') as never
  assert.equal(await runSteps({ ...world, signIn }, [vercelLogin], false), true)
  assert.ok(existsSync(signedIn))
  assert.match(
    said.join('\n'),
    /Please sign in at Vercel again: no login is valid any more \(before, it was ada\)[\s\S]*Signed in as ada/,
  )
})
