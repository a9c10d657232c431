import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import test from 'node:test'

const file = path.join(import.meta.dirname, 'run.ts')

test('an option that npm has kept to itself is not taken for a plain command', () => {
  for (const [variable, event, option] of [
    ['npm_config_back', 'update', '--back'],
    ['npm_config_parseable', 'setup', '--plan'],
  ] as const) {
    const env = { ...process.env, [variable]: 'true', npm_lifecycle_event: event }
    const { status, stderr } = spawnSync(process.execPath, [file, event, '--help'], { env, encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`Write: npm run ${event} -- ${option}$`, 'm'))
  }
})
