import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { testSettings } from '../tests/kit/test-settings.ts'
import { waitUntil } from '../tests/kit/wait-until.ts'
import { startStack } from './stack.ts'

test('in development the function follows its files, also after a broken version', async (context) => {
  const functionsDir = await mkdtemp(path.join(tmpdir(), 'functions-'))
  const folder = path.join(functionsDir, 'greet')
  await mkdir(folder)
  const write = (word: string) => writeFile(path.join(folder, 'word.ts'), `export const word = ${word}`)
  await writeFile(
    path.join(folder, 'index.ts'),
    `import { word } from './word.ts'\nexport default { fetch: () => new Response(word) }`,
  )
  await write(`'one'`)
  const settings = { ...(await testSettings()), functionsDir }
  const lines: string[] = []
  const stack = await startStack(settings, {
    services: ['function'],
    mode: 'dev',
    log: (line) => lines.push(line),
  })
  context.after(async () => {
    await stack.stop()
    for (const name of [functionsDir, settings.dataDir]) await rm(name, { recursive: true, force: true })
  })
  const answer = () =>
    fetch(`http://127.0.0.1:${settings.functionPort}/greet`).then(
      (response) => response.text(),
      () => undefined,
    )
  assert.equal(await answer(), 'one')
  await write('')
  await waitUntil('the fault is printed', 60_000, () => lines.some((line) => line.includes('word.ts')))
  const isTwo = async () => (await answer()) === 'two'
  // Deno misses a change in the moment in which it begins to wait for one. Then whoever saves again is answered.
  await waitUntil('it answers anew', 120_000, async () => {
    await write(`'two'`)
    return waitUntil('', 15_000, isTwo).then(
      () => true,
      () => false,
    )
  })
})
