import assert from 'node:assert/strict'
import fsPromises, { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { makeFolder } from './data-folder.ts'
import { driveRemedy, warnIfOpen } from './windows-drive.ts'

const home = /move this project into your home folder of Linux/

test('a file on a drive of Windows has its own remedy, and any other file has none', () => {
  for (const [file, code, sentence] of [
    ['/mnt/c/Users/ada/training/operator.env', 'EPERM', /^It is on a drive of Windows\. Close it in/],
    ['/mnt/d/training/.local', 'EACCES', /^It is on a drive/],
    ['/mnt/c/x', 'EBUSY', /^It is on a drive/],
    // The disk is full, wherever it is.
    ['/mnt/c/training/operator.env', 'ENOSPC', /^$/],
    ['/mnt/c/training/operator.env', 'EROFS', /^It is on a drive/],
    // A drive can be mounted anywhere.
    ['/home/ada/c/training/operator.env', 'EPERM', /^If it is on a drive of Windows/],
    ['/win/training', 'ENOTSUP', /^If it is/],
    ['/home/ada/training', 'EACCES', /^$/],
    ['/home/ada/training', 'ENOSPC', /^$/],
    ['/mnt/cache/training', 'EACCES', /^$/],
    ['/mnt/data', undefined, /^$/],
  ] as const) {
    const remedy = driveRemedy(file, code)
    assert.match(remedy, sentence, file)
    if (remedy) assert.match(remedy, home)
  }
})

test('what other users can read is said, also of the data folder', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'drive-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'operator.env')
  await writeFile(file, '', { mode: 0o600 })
  assert.equal(warnIfOpen(file), undefined)
  await chmod(file, 0o777)
  assert.match(warnIfOpen(file) ?? '', home)

  const said: unknown[] = []
  t.mock.method(console, 'warn', (line: string) => said.push(line))
  const refuse = t.mock.method(fsPromises, 'chmod', async () => {})
  syncBuiltinESMExports()
  t.after(() => {
    refuse.mock.restore()
    syncBuiltinESMExports()
  })
  const data = path.join(folder, 'data')
  await makeFolder(data)
  await makeFolder(data)
  assert.deepEqual(said, [warnIfOpen(data)])

  refuse.mock.mockImplementation(async () => {
    throw Object.assign(new Error(), { code: 'EPERM' })
  })
  await assert.rejects(makeFolder(path.join(folder, 'other')), (error: Error) =>
    /\(EPERM\).*set LOCAL_DATA_DIR to another folder\. If it is on a drive/.test(error.message),
  )
})
