import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { checkPage } from './page.ts'
import { askSite } from './site.ts'
import { readTarget } from './target.ts'
import { checkVideo } from './video.ts'

const server = createServer((_, answer) => answer.end('<script>development()</script>')).listen(
  0,
  '127.0.0.1',
)
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
after(() => server.close())

test('in development nobody is told to repair the policy, which only a build has', async () => {
  const target = readTarget({}, { url })
  const policy = (await checkPage(target, await askSite(target))).filter(({ check }) => check === 'policy')
  assert.deepEqual(
    policy.map(({ status, sentence }) => [status, sentence]),
    [['unseen', 'In development the page has no policy.']],
  )
})

test('while the page does not answer, its video and its captions are not called wrong', async () => {
  const target = readTarget({}, { url: 'http://127.0.0.1:1' })
  const results = await checkVideo(target, await askSite(target))
  assert.deepEqual(
    results.map(({ check, status, sentence }) => [check, status, sentence]),
    ['video', 'captions'].map((check) => [check, 'unseen', 'The page did not load.']),
  )
})
