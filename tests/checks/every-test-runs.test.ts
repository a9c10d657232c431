import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { testsOf } from '../changed.ts'
import { filesOf, type KindName, kinds, leftOut, pickTests } from '../kinds.ts'
import { allStages, firstLanes, pickStages, restLanes } from '../stages.ts'
import { read, root } from './documents.ts'

const kindNames = Object.keys(kinds) as KindName[]
const filesOfKinds = kindNames.map((kind) => [kind, new Set(filesOf(kind))] as const)
const kindsOf = (file: string) => filesOfKinds.filter(([, own]) => own.has(file)).map(([kind]) => kind)
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /[._](test|spec)\.\w+$/.test(file) && existsSync(path.join(root, file)))

test('every test file is of one kind, which knows how it runs', () => {
  assert.deepEqual(
    files.filter((file) => kindsOf(file).length !== 1),
    [],
  )
  assert.deepEqual(kindsOf('lib/faults/verify.test.ts'), [])
})

test('npm run test:all runs every kind', () => {
  const run = [...firstLanes, ...restLanes].flat().flatMap((stage) => ('kinds' in stage ? stage.kinds : []))
  assert.deepEqual(run.sort(), kindNames.sort())
})

test('Playwright runs every test file in its folder', () => {
  const config = read('e2e/playwright.config.ts')
  assert.doesNotMatch(config, /\b(?:testDir|testMatch|grep\w*|shard|projects)\b/)
  assert.match(config, /testIgnore: process\.env\.TEST_REST \? \[\] : \['rest\/\*'\],/)
})

test('no two stages have the same name', () => {
  const names = allStages.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})

test('all stages that are named run, and none if one is unknown or the options could be for another', () => {
  const picked = (...words: string[]) => {
    const pick = pickStages(words)
    return typeof pick === 'string' ? pick : [pick.stages.map(({ name }) => name), pick.options]
  }
  assert.deepEqual(picked('sql', 'races', 'chaos'), [['sql', 'races', 'chaos'], []])
  assert.deepEqual(picked('chaos', '--only', 'E1'), [['chaos'], ['--only', 'E1']])
  assert.match(String(picked('sql', 'rases')), /^There is no stage rases:/)
  for (const words of [['chaos', 'load', '--full'], ['--full']])
    assert.match(String(picked(...words)), /^Options are for one stage/)
  const { status, stderr } = spawnSync(process.execPath, ['tests/run.ts', '--all', 'sql', 'rases'], {
    cwd: root,
  })
  assert.equal(status, 1, String(stderr))
})

test('a path, a part of a file’s name, a part of a test’s name or a word of the tests pick them', () => {
  const picked = (word: string) => pickTests([word]).map(({ kind, files }) => [kind, files.length])
  assert.deepEqual(picked('lib/video/poster.test.ts'), [['unit', 1]])
  assert.deepEqual(picked('supabase/functions/send-lead-email/reason.test.ts'), [['function', 1]])
  assert.deepEqual(picked('tests/sql/priorities.test.ts'), [['sql', 1]])
  assert.deepEqual(picked('e2e/submit.spec.ts'), [['browser', 1]])
  assert.deepEqual(picked('e2e/rest'), [['browserRest', filesOf('browserRest').length]])
  assert.deepEqual(picked('every-test-runs'), [['process', 1]])
  assert.deepEqual(pickTests(['no two stages have']), [
    { kind: 'process', files: ['tests/checks/every-test-runs.test.ts'], name: 'no two stages have' },
  ])
  assert.deepEqual(pickTests(['number_fault'])[0]?.files, ['tests/sql/number-fault.test.ts'])
  assert.ok(pickTests(['change_settings']).some(({ files }) => files.includes('tests/sql/settings.test.ts')))
  assert.deepEqual(picked('a word that is in no test'.toUpperCase()), [])
})

test('a word that names files leaves out other files with tests of this name, and says so', () => {
  const others = leftOut('poster')
  assert.ok(others.includes('e2e/page.spec.ts'))
  assert.ok(!others.some((file) => pickTests(['poster']).some(({ files }) => files.includes(file))))
  for (const word of ['tests/desk', 'a reload locks', 'change_settings']) assert.deepEqual(leftOut(word), [])
})

test('a change runs the tests that import it, also through others, and those that read or start it', async () => {
  const picked = async (...changed: string[]) => (await testsOf(changed)).flatMap(({ files }) => files)
  const ofPhones = await picked('supabase/functions/_shared/phone.ts')
  for (const file of [
    'supabase/functions/_shared/phone.test.ts',
    'supabase/functions/send-lead-email/handler.test.ts',
    'tests/sql/unrecognisable.test.ts',
    'e2e/submit.spec.ts',
  ])
    assert.ok(ofPhones.includes(file), file)
  assert.ok(!ofPhones.includes('tests/sql/sweep.test.ts'))
  const ofWebhooks = await picked('supabase/functions/send-lead-email/webhook/pause.ts')
  assert.ok(ofWebhooks.includes('supabase/functions/send-lead-email/webhook/chain.test.ts'))
  const ofSchema = await picked('supabase/schemas/21_sweep.sql')
  assert.ok(filesOf('sql').every((file) => ofSchema.includes(file)))
  assert.deepEqual(
    (await picked('docs/operate.md')).filter((file) => !file.startsWith('tests/checks/')),
    [],
  )
  assert.deepEqual(await picked(), [])
})
