import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCases } from '../read-cases.ts'
import { parseVideoSource } from './parse-video-source.ts'

for (const [url = '', kind, id] of readCases('video-urls')) {
  test(`${url || 'an empty address'} is ${kind === 'none' ? 'unrecognised' : `a ${kind} ${id}`}`, () => {
    const source = parseVideoSource(url)
    assert.equal(source.kind, kind)
    assert.equal('id' in source ? source.id : '', id)
  })
}

for (const [url = '', kind, id, hash, start] of readCases('video-params')) {
  test(`${url} keeps its ${hash ? 'private hash' : 'start time'}`, () => {
    const expected = { kind, id, ...(hash && { hash }), ...(start && { start: Number(start) }) }
    assert.deepEqual(parseVideoSource(url), expected)
  })
}

test('a root-relative path plays as a file', () => {
  assert.deepEqual(parseVideoSource('/training.mp4'), { kind: 'file', url: '/training.mp4' })
})

for (const url of ['data:video/mp4;base64,AAAA', 'ftp://example.com/a.mp4', 'training.mp4']) {
  test(`${url} is unrecognised`, () => assert.equal(parseVideoSource(url).kind, 'none'))
}
