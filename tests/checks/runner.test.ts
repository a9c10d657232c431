import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { countResults, secondTries } from '../count-results.ts'
import { commandOf } from '../kinds.ts'
import { freePorts, listen } from '../kit/listen.ts'
import { findNoPostgres, noPostgres } from '../kit/no-postgres.ts'
import { root } from './documents.ts'

test('the results of all three test runners are added up', () => {
  const node = 'ℹ tests 9\nℹ pass 7\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n'
  const playwright =
    '  2 failed\n    a.spec.ts:1:1 › 5 passed\n  1 flaky\n    b.spec.ts:1:1 › 6 failed\n  3 skipped\n  4 did not run\n  182 passed (8.8m)\n'
  const deno = 'FAILED | 10 passed (2 steps) | 1 failed | 2 ignored (5s)\n'
  assert.deepEqual(countResults(node + playwright + deno, false), { passed: 200, failed: 8, skipped: 6 })
  assert.deepEqual(secondTries(playwright), ['b.spec.ts:1:1 › 6 failed'])
  assert.deepEqual(countResults('ok | 3 passed | 0 failed (1s)', true), { passed: 3, failed: 0, skipped: 0 })
})

test('a script without a runner is one test, and one that ends with an error has failed', () => {
  assert.deepEqual(countResults('', true), { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual(countResults('ℹ pass 3', false), { passed: 3, failed: 1, skipped: 0 })
})

test('a test is found by its name as it stands in the code, with its brackets', () => {
  const name = 'at most 1024 pixels (5xl) wide'
  const pattern = commandOf({ kind: 'browser', files: ['e2e/page.spec.ts'], name }).find((word) =>
    word.startsWith('--grep='),
  )
  assert.match(`the video is ${name}`, new RegExp(pattern?.replace('--grep=', '') ?? '^$'))
})

test('a run without Postgres is found in the output, with its reason', () => {
  const warning = noPostgres('spawn EACCES')
  assert.match(warning, /spawn EACCES/)
  assert.equal(findNoPostgres(`ℹ pass 1\n${warning}\nℹ skipped 57\n`), warning)
  assert.equal(findNoPostgres('ℹ pass 1\n'), undefined)
})

test('no test reaches another machine by its address or its name, but every one reaches this machine', () => {
  const guard = new URL('../kit/only-this-machine.js', import.meta.url).href
  const reach = (url: string) => {
    const script = `fetch('${url}').catch((error) => console.log(error.cause.message))`
    return spawnSync(process.execPath, ['--import', guard, '-e', script], { encoding: 'utf8' }).stdout.trim()
  }
  for (const host of ['192.0.2.1', 'mail.example.com'])
    assert.equal(reach(`http://${host}:8080`), `A test may not reach ${host}, which is not this machine`)
  assert.match(reach('http://127.0.0.1:8089'), /ECONNREFUSED/)
})

test('a port that is free for a test is not given to a server that takes any port', async () => {
  const servers = Array.from({ length: 50 }, () => createServer())
  const given = await Promise.all(servers.map(listen))
  for (const server of servers) server.close()
  const free = await freePorts(50)
  assert.equal(new Set(free).size, 50)
  assert.ok(Math.max(...free) < Math.min(...given), `${free} and ${given}`)
})

test('packages that are not installed or were left out are named with the remedy', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'runner-'))
  context.after(() => rmSync(folder, { recursive: true }))
  for (const file of ['package.json', 'package-lock.json', 'local/run.js'])
    cpSync(path.join(root, file), path.join(folder, file))
  const run = () => {
    const args = ['local/run.js', 'local/start.ts']
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 1)
    return stderr.trim()
  }
  assert.equal(run(), 'The packages are not installed: run npm ci.')
  mkdirSync(path.join(folder, 'node_modules/next'), { recursive: true })
  assert.match(
    run(),
    /^npm left out packages that this system needs, such as \S+: run npm ci without --omit=optional/,
  )
})

test('a Node that the packages do not support is named with the remedy', () => {
  const run = (version: string) => {
    const env = { ...process.env, npm_config_user_agent: `npm/10.9.0 node/v${version} linux x64` }
    const { stderr } = spawnSync(process.execPath, ['local/run.js', 'no-file'], {
      cwd: root,
      encoding: 'utf8',
      env,
    })
    return stderr.trim()
  }
  for (const version of ['18.20.8', '20.0.0', '20.18.9', '21.7.3', '22.11.0'])
    assert.equal(
      run(version),
      `This project needs Node 20.19, 22.12 or newer, and npm runs on Node ${version}: install Node 24 from https://nodejs.org and run npm ci.`,
    )
  for (const version of ['20.19.0', '22.12.0', '23.0.0', '24.0.0', '100.0.0'])
    assert.doesNotMatch(run(version), /This project needs/)
})
