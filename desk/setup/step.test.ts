import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { SetupError } from './setup-error.ts'
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

test('a plan needs no login, and a run stops at the first step that does', async () => {
  const signedOut = (name: string) => ({
    name,
    look: async () => {
      throw Object.assign(new SetupError('Nobody is signed in.'), { isSignedOut: true })
    },
    do: async () => assert.fail('nothing is done without a login'),
  })
  const last = { name: 'check', look: async () => ({ done: 'All is well.' }), do: async () => '' }
  for (const isPlan of [true, false]) {
    const lines: string[] = []
    const world = openWorld({ folder: '/nowhere', env: {}, say: (line) => lines.push(line) })
    const steps = [signedOut('Supabase login'), signedOut('function'), last]
    assert.equal(await runSteps(world, steps, isPlan), isPlan)
    const log = stripVTControlCharacters(lines.join('\n'))
    const marks = [...log.matchAll(/^ +(ok|would|STOP) /gm)].map(([, mark]) => mark)
    assert.deepEqual(marks, isPlan ? ['would', 'would', 'ok'] : ['STOP'])
  }
})
