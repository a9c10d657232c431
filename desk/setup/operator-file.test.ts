import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs, {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { loadEnvFiles } from '../../lib/load-env-files.ts'
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

test('a link stays a link, and what it leads to gets the values', (t) => {
  const vault = mkdtempSync(path.join(tmpdir(), 'vault-'))
  t.after(() => rmSync(vault, { recursive: true }))
  const [kept, link] = [path.join(vault, 'kept.env'), path.join(vault, 'operator.env')]
  writeFileSync(kept, 'OLD="1"\n')
  symlinkSync(kept, link)
  writeOperatorFile(link, { A: 'b' })
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.deepEqual({ ...readOperatorFile(kept) }, { OLD: '1', A: 'b' })
  assert.deepEqual(readdirSync(vault), ['kept.env', 'operator.env'])
})

test('a failure leaves no file with secrets behind', (t) => {
  const busy = mkdtempSync(path.join(tmpdir(), 'busy-'))
  // A file that is a mount of its own cannot be replaced, and neither can one on a drive of Windows that is open there.
  let code = 'EBUSY'
  const { mock } = t.mock.method(fs, 'renameSync', () => {
    throw Object.assign(new Error(), { code })
  })
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
    rmSync(busy, { recursive: true })
  })
  assert.throws(
    () => writeOperatorFile(path.join(busy, 'operator.env'), { SECRET: 'x' }),
    /\(EBUSY\)\. Let this user write it/,
  )
  code = 'EPERM'
  assert.throws(
    () => writeOperatorFile(path.join(busy, 'operator.env'), { SECRET: 'x' }),
    /\(EPERM\)\. If it is on a drive of Windows, move this project into your home folder of Linux\. Then run/,
  )
  assert.deepEqual(readdirSync(busy), [])
})

test('a file that cannot be written is named', () => {
  assert.throws(
    () => writeOperatorFile(path.join(folder, 'missing/operator.env'), { A: 'b' }),
    (error) =>
      error instanceof SetupError &&
      /missing\/operator\.env cannot be written \(ENOENT\)/.test(error.message),
  )
})

test('a file of Windows is read and written as any other, and one in UTF-16 is named and left alone', (t) => {
  const windows = mkdtempSync(path.join(tmpdir(), 'windows-'))
  t.after(() => rmSync(windows, { recursive: true }))
  const own = path.join(windows, 'operator.env')
  writeFileSync(own, '\uFEFFSITE_URL=https://a.example\r\nPORT=3000\r\n')
  assert.deepEqual({ ...readOperatorFile(own) }, { SITE_URL: 'https://a.example', PORT: '3000' })
  writeOperatorFile(own, { A: 'b' })
  assert.equal(readFileSync(own, 'utf8'), 'SITE_URL=https://a.example\nPORT=3000\nA="b"\n')

  const utf16 = Buffer.from('\uFEFFSITE_URL=https://a.example\r\n', 'utf16le')
  writeFileSync(own, utf16)
  assert.throws(() => writeOperatorFile(own, { A: 'b' }), /UTF-16\. Save it as UTF-8/)
  assert.deepEqual(readFileSync(own), utf16)
})

test('a shell reads what setup writes as Node does', (t) => {
  const own = mkdtempSync(path.join(tmpdir(), 'sourced-'))
  t.after(() => rmSync(own, { recursive: true }))
  const env = path.join(own, 'operator.env')
  for (const value of [
    'a$HOME',
    'a\\nb',
    'a\\\\b',
    'ends\\',
    'a"b',
    "it's",
    'a`b',
    '`id`',
    '$(id)',
    'a#b!c',
    ' a  b ',
  ]) {
    writeFileSync(env, 'OLD=1\r\n')
    writeOperatorFile(env, { VALUE: value })
    assert.equal(readOperatorFile(env).VALUE, value)
    const sourced = execFileSync('sh', ['-c', '. "$0" && printf %s "$VALUE,$OLD"', env], { encoding: 'utf8' })
    assert.equal(sourced, `${value},1`)
  }
})

test('the desk and the doctor read a file of Windows as setup does', (t) => {
  const own = mkdtempSync(path.join(tmpdir(), 'loaded-'))
  const { IGNORE_ENV_FILES } = process.env
  t.after(() => {
    rmSync(own, { recursive: true })
    delete process.env.OF_WINDOWS
    if (IGNORE_ENV_FILES) process.env.IGNORE_ENV_FILES = IGNORE_ENV_FILES
  })
  delete process.env.IGNORE_ENV_FILES
  const env = path.join(own, 'operator.env')
  for (const [at, text] of [
    '\uFEFFOF_WINDOWS=a b\r\n',
    'OF_WINDOWS=a b\r',
    'X="1"\r\nOF_WINDOWS="a b"\r\n',
  ].entries()) {
    delete process.env.OF_WINDOWS
    writeFileSync(env, text)
    loadEnvFiles('production', env)
    assert.equal(process.env.OF_WINDOWS, 'a b', `${at}`)
  }
})
