import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Seen } from '../seen.ts'
import { readTarget } from '../target.ts'
import { checkVideo } from './video.ts'

for (const [video, status] of [
  ['https://youtu.be/aqz-KE-bpKQ', 'ok'],
  ['none', 'ok'],
  ['nothing', 'fault'],
  ['', 'fault'],
]) {
  test(`VIDEO_URL=${video} is ${status}`, () => {
    const seen = { target: readTarget({ VIDEO_URL: video }) } as Seen
    assert.deepEqual(
      checkVideo(seen).map((result) => result.status),
      [status],
    )
  })
}
