import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'

const root = path.join(import.meta.dirname, '../..')

/** The command writes beside its own sources, so it runs in a copy. Returns the folder of the copy. */
function copySources(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'poster-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const part of ['package.json', 'build/poster', 'lib/video', 'site', 'supabase/functions/_shared'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

const run = (folder: string, ...given: string[]) =>
  spawnSync(process.execPath, ['build/poster/make-poster.ts', ...given], { cwd: folder, encoding: 'utf8' })

const plain = (background: string) =>
  sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .png()
    .toBuffer()

test('an image file becomes the poster in public/poster, and a second one its picture on phones', async (t) => {
  const folder = copySources(t)
  const [wide, narrow] = [path.join(folder, 'wide.png'), path.join(folder, 'narrow.png')]
  writeFileSync(wide, await plain('red'))
  writeFileSync(narrow, await plain('blue'))
  const { status, stdout, stderr } = run(folder, wide, narrow)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /public\/poster\/phone\.avif .*Build the page again/s)
  const made = path.join(folder, 'public/poster')
  assert.deepEqual(readdirSync(made).sort(), ['phone.avif', 'wide.avif', 'wide.jpg'])
  for (const [file, isBlue] of [
    ['phone.avif', true],
    ['wide.avif', false],
    ['wide.jpg', false],
  ] as const) {
    const [, , blue] = (await sharp(readFileSync(path.join(made, file))).stats()).channels
    assert.equal(Number(blue?.mean) > 200, isBlue, file)
  }
})

test('a file that is no picture, and an address without one, end with what to do', (t) => {
  const folder = copySources(t)
  writeFileSync(path.join(folder, 'text.txt'), 'no picture')
  const refused = run(folder, 'text.txt')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /text\.txt is not a picture .*Or give a picture of your own/s)
  assert.equal(run(folder).status, 1)
  assert.match(run(folder, '--help').stdout, /Usage: npm run poster/)
})
