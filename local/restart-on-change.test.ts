import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { waitUntil } from '../proof/harness/wait-until.ts'
import { restartOnChange } from './restart-on-change.ts'

test('A part is restarted after a change anywhere in its folder, and again after a restart that failed', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'restart-'))
  context.after(() => rm(folder, { recursive: true }))
  await mkdir(path.join(folder, 'mail'))
  const printed: string[] = []
  for (const method of ['log', 'error'] as const)
    context.mock.method(console, method, (line: string) => printed.push(line))
  let restarts = 0
  const restart = async () => {
    restarts += 1
    if (restarts === 1) throw new Error('function did not start')
  }
  restartOnChange({ restart }, folder)

  for (const line of ['function did not start', `restarted after a change in ${folder}`]) {
    // Changes that follow each other closely, as those of an editor do, are one restart.
    for (const file of ['mail/compose.ts', 'mail/frame.ts']) await writeFile(path.join(folder, file), line)
    await waitUntil(`it prints: ${line}`, 60_000, () => printed.at(-1) === line)
  }
  assert.equal(restarts, 2)
})
