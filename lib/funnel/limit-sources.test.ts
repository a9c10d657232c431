import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FunnelCount } from './counter.ts'
import { createFunnel } from './funnel.ts'
import { limitSources } from './limit-sources.ts'

const campaigns = Array.from({ length: 200 }, (_, index) => `made up ${index}`)

test('one source takes places for three campaigns a day', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T23:59:00Z') })
  const count = limitSources()
  const counted = new Set(campaigns.map((campaign) => count('203.0.113.4', campaign)))
  assert.deepEqual([...counted], ['made up 0', 'made up 1', 'made up 2', 'other'])
  assert.equal(count('203.0.113.4', 'made up 1'), 'made up 1')
  assert.equal(count('203.0.113.5', 'spring'), 'spring')
  t.mock.timers.tick(60_000)
  assert.equal(count('203.0.113.4', 'spring'), 'spring')
})

test('an IPv6 network is one source, however many addresses it takes', () => {
  const count = limitSources()
  const counted = campaigns.map((campaign, index) => count(`2001:db8:1:${index}::1`, campaign))
  assert.equal(new Set(counted).size, 4)
})

test('views without a campaign or without a source are counted as they are', () => {
  const count = limitSources({ campaigns: 0 })
  assert.equal(count('203.0.113.4', ''), '')
  assert.equal(count(null, 'spring'), 'spring')
})

test('the counter begins anew when there are more sources than it keeps', () => {
  const count = limitSources({ campaigns: 1, sources: 2 })
  for (const source of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) assert.equal(count(source, 'a'), 'a')
  assert.equal(count('203.0.113.3', 'b'), 'other')
  assert.equal(count('203.0.113.1', 'b'), 'b')
})

test('one address that makes up 200 campaigns takes three places', async () => {
  const sent: FunnelCount[] = []
  const send = async (counts: FunnelCount[]) => sent.push(...counts) > 0
  const funnel = createFunnel(send, { flushEveryMs: 0, beaconsPerSecond: 1_000, campaigns: 200 })
  for (const campaign of campaigns) {
    const referer = `https://example.com/?utm_campaign=${campaign}`
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.4', referer }
    assert.ok(funnel.take(new Headers(headers), ',page_viewed'))
  }
  await funnel.flush()
  assert.deepEqual(
    sent.map(({ campaign, hits }) => [campaign, hits]),
    [
      ['made up 0', 1],
      ['made up 1', 1],
      ['made up 2', 1],
      ['other', 197],
    ],
  )
})

test('one address is counted 2,000 times a day, and others go on', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-23T23:59:00Z') })
  const count = limitSources()
  const flood = Array.from({ length: 7_322 }, () => count('203.0.113.4', ''))
  assert.equal(flood.filter((campaign) => campaign !== undefined).length, 2_000)
  assert.equal(count('203.0.113.5', ''), '')
  t.mock.timers.tick(60_000)
  assert.equal(count('203.0.113.4', ''), '')
})
