import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { makeDeskKey, readDeskKey } from './desk-key.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'key-'))
after(() => rm(folder, { recursive: true }))

test('the key is made once, and only its user can read it', async () => {
  const env = { LOCAL_DATA_DIR: path.join(folder, 'made') }
  assert.equal(readDeskKey(env), undefined)
  const keys = await Promise.all([makeDeskKey(env), makeDeskKey(env)])
  assert.equal(keys[0], keys[1])
  assert.match(keys[0], /^[\w-]{32}$/)
  assert.equal(readDeskKey(env), keys[0])
  const file = path.join(env.LOCAL_DATA_DIR, 'desk-key')
  assert.deepEqual(
    [(await stat(env.LOCAL_DATA_DIR)).mode & 0o777, (await stat(file)).mode & 0o777],
    [0o700, 0o600],
  )
  assert.equal(await readFile(file, 'utf8'), keys[0])
})

test('a folder from an older version is closed to other users', async () => {
  const env = { LOCAL_DATA_DIR: path.join(folder, 'older') }
  await makeDeskKey(env)
  await chmod(env.LOCAL_DATA_DIR, 0o755)
  await rm(path.join(env.LOCAL_DATA_DIR, 'desk-key'))
  await makeDeskKey(env)
  assert.equal((await stat(env.LOCAL_DATA_DIR)).mode & 0o777, 0o700)
})

test('the desk of the live leads has a key of its own', async () => {
  const env = { LOCAL_DATA_DIR: path.join(folder, 'apart') }
  assert.notEqual(await makeDeskKey({ ...env, SUPABASE_DB_URL: 'postgres://live' }), await makeDeskKey(env))
})

test('one DESK_KEY gives the local desk and each live desk a key of its own', async () => {
  const env = { DESK_KEY: 'given-key-of-a-desk' }
  const at = (url: string) => readDeskKey({ ...env, SUPABASE_DB_URL: url })
  const [one, other] = [at('postgres://a.one:x@pooler.example/c'), at('postgres://a.two:x@pooler.example/c')]
  assert.equal(new Set([readDeskKey(env), one, other]).size, 3)
  assert.match(`${one}`, /^[\w-]{43}$/)
  // A new password of the database does not change it.
  assert.equal(at('postgres://a.one:new@pooler.example/c'), one)
  assert.equal(await makeDeskKey({ ...env, SUPABASE_DB_URL: 'postgres://a.one:x@pooler.example/c' }), one)
})

test('DESK_KEY sets the key, and a key that can be guessed is refused', async () => {
  const env = { LOCAL_DATA_DIR: path.join(folder, 'given'), DESK_KEY: 'given-key-of-a-desk' }
  assert.deepEqual([await makeDeskKey(env), readDeskKey(env)], [env.DESK_KEY, env.DESK_KEY])
  await assert.rejects(makeDeskKey({ ...env, DESK_KEY: 'short' }), /^Error: DESK_KEY is too short/)
  await assert.rejects(makeDeskKey({ ...env, DESK_KEY: 'with spaces and more' }), /^Error: DESK_KEY/)
})

test('a folder that takes no file is named with its variable', async () => {
  const longest = process.platform === 'linux' ? 4_096 : 1_024
  const room = longest - 5 - folder.length
  const LOCAL_DATA_DIR = folder + '/long-name'.repeat(room).slice(0, room)
  await assert.rejects(
    makeDeskKey({ LOCAL_DATA_DIR: LOCAL_DATA_DIR.replace(/\/$/, 'x') }),
    /^Error: The data folder .* cannot be written \(ENAMETOOLONG\); fix that, or set LOCAL_DATA_DIR/,
  )
})
