import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { test } from 'node:test'
import { runSteps } from './step.ts'
import { openWorld } from './world.ts'

test('a fault of the disk stops the run with the file and what to do, and any other error is thrown', async () => {
  const lines: string[] = []
  const world = openWorld({ folder: '/nowhere', env: {}, say: (line) => lines.push(line) })
  const step = (work: () => void) => ({
    name: 'desk',
    look: async () => ({ todo: 'copy a file' }),
    do: async () => {
      work()
      return ''
    },
  })
  const copy = step(() => copyFileSync(import.meta.filename, '/nowhere/training/prod-ca-2021.crt'))
  assert.equal(await runSteps(world, [copy], false), false)
  assert.match(
    lines.join('\n'),
    /STOP.* desk .*\/nowhere\/training\/prod-ca-2021\.crt cannot be written \(ENOENT\)\./,
  )
  const broken = step(() => {
    throw new TypeError('no fault of the operator')
  })
  await assert.rejects(runSteps(world, [broken], false), TypeError)
})
