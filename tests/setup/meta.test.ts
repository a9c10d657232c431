import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { metaDataset, metaToken, openMeta } from '../kit/open-meta.ts'
import { openProject } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

const given = { META_DATASET_ID: metaDataset, META_ACCESS_TOKEN: metaToken, META_TEST_CODE: 'test42' }

test('a test event is sent, which counts nothing, and the secrets reach the function and no screen', async () => {
  await using account = await openProject()
  using meta = openMeta()
  assert.equal(await account.runPart('meta', given), 0, account.printed.join('\n'))
  const printed = account.printed.join('\n')
  assert.match(printed, /Meta took 1 event \(A1\)/)
  assert.deepEqual(
    meta.calls.map(({ body }) => [body.test_event_code, body.data.length]),
    [['TEST42', 1]],
  )
  assert.deepEqual(meta.counted(), [])
  assert.equal(account.api.state.secrets.get('META_DATASET_ID'), metaDataset)
  assert.equal(account.api.state.secrets.get('META_ACCESS_TOKEN'), metaToken)
  const file = readFileSync(path.join(account.folder, 'operator.env'), 'utf8')
  assert.ok(!printed.includes(metaToken) && !file.includes('TEST42'))
})

test('what Meta refuses stops the run with its answer and what to do, and nothing is set', async () => {
  await using account = await openProject()
  using meta = openMeta()
  assert.equal(await account.runPart('meta', { ...given, META_ACCESS_TOKEN: `EAAC${'y'.repeat(60)}` }), 1)
  assert.match(account.printed.join('\n'), /code 190\/463.*make the token in the settings of that dataset/)
  assert.ok(!account.printed.join('\n').includes('EAACyyy'))
  assert.equal(account.api.state.secrets.has('META_ACCESS_TOKEN'), false)
  assert.equal(await account.runPart('meta', { ...given, META_DATASET_ID: 'pixel' }), 1)
  assert.equal(meta.calls.length, 1)
})
