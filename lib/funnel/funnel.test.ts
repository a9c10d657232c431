import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFunnel } from './funnel.ts'

const host = 'example.com'
const own = `https://${host}`
const elsewhere = 'https://elsewhere.example.com'
const cases: [what: string, headers: Record<string, string>, isTaken: boolean][] = [
  ['a post of this site', { 'sec-fetch-site': 'same-origin' }, true],
  ['a post of this site by an older browser', { origin: own }, true],
  ['a post of another site', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['a post that no page sent', { 'sec-fetch-site': 'none' }, false],
  ['a post of another site by an older browser', { origin: elsewhere }, false],
  ['a post without an origin', {}, false],
]

for (const [what, headers, isTaken] of cases) {
  test(`${what} is ${isTaken ? '' : 'not '}counted`, () => {
    const { take } = createFunnel(async () => true)
    assert.equal(take(new Headers({ host, referer: own, ...headers }), ',page_viewed'), isTaken)
  })
}
