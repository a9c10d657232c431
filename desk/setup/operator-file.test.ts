import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readOperatorFile, writeOperatorFile } from './operator-file.ts'
import { SetupError } from './setup-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'operator-'))
const file = path.join(folder, 'operator.env')

test('operator.env keeps its other lines, holds every text, and is for its owner alone', (t) => {
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, '# mine\nPORT=3000\nSITE_URL="https://old.example"', { mode: 0o644 })
  const values = {
    SITE_URL: 'https://www.example.com',
    MAIL_FROM: '"Ann, Bob" <ann@example.com>',
    MAIL_PASSWORD: `a'b#c$HOME\\n= `,
  }
  writeOperatorFile(file, values)
  writeOperatorFile(file, { VIDEO_URL: 'none' })
  assert.deepEqual({ ...readOperatorFile(file) }, { PORT: '3000', ...values, VIDEO_URL: 'none' })
  assert.match(readFileSync(file, 'utf8'), /^# mine\n/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.throws(() => writeOperatorFile(file, { A: `"'\`` }), /A has quotation marks/)
})

test('a file that cannot be written is named', () => {
  assert.throws(
    () => writeOperatorFile(path.join(folder, 'missing/operator.env'), { A: 'b' }),
    (error) =>
      error instanceof SetupError &&
      /missing\/operator\.env cannot be written \(ENOENT\)/.test(error.message),
  )
})
