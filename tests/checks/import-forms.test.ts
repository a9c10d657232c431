import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './documents.ts'

const statement = /(?:\bfrom|\bimport|\bimport\()\s*'((?:@\/|\.{1,2}\/)[^']+)'/g

test('the page imports by @/ without an ending, and by ./ within a folder', () => {
  const files = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  assert.ok(files.length > 50)
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(statement)]
      .map(([, target = '']) => target)
      .filter((target) => /^\.\.|\.tsx?$/.test(target))
      .map((target) => `${file} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})
