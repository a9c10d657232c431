import assert from 'node:assert/strict'
import { test } from 'node:test'
import { funnelEvents } from './funnel-event.ts'
import { readBeacon } from './read-beacon.ts'

const arrival = '?utm_source=x&UTM_Campaign=spring'
const read = (body: string, at = arrival) => readBeacon(body, at, ['b'])

test('a beacon is the variant and the events, and the campaign of the arrival', () => {
  assert.deepEqual(read('b,page_viewed,play_clicked'), {
    variant: 'b',
    campaign: 'spring',
    events: ['page_viewed', 'play_clicked'],
  })
  assert.deepEqual(read(`,${funnelEvents}`)?.events, [...funnelEvents])
})

test('the steps of somebody who opened the link in an email are told apart', () => {
  assert.deepEqual(read('watch link,video_begun')?.variant, 'watch link')
})

test('a variant that is not configured counts as none', () => {
  for (const variant of ['', 'c', 'constructor', 'x'.repeat(900)])
    assert.equal(read(`${variant},page_viewed`)?.variant, '')
})

test('a beacon with no event, an unknown one or one that comes twice is dropped', () => {
  for (const body of [
    '',
    'b',
    'b,',
    'b,bought',
    'b,page_viewed,',
    'b,page_viewed,page_viewed',
    'page_viewed',
  ])
    assert.equal(read(body), undefined, body)
})

test('a campaign is trimmed, bounded and without control characters', () => {
  const of = (campaign: string) =>
    read(',page_viewed', `?utm_campaign=${encodeURIComponent(campaign)}`)?.campaign
  assert.equal(of('  spring sale\0\n\u0085 '), 'spring sale')
  assert.equal(of('Frühling 🌷'), 'Frühling 🌷')
  assert.equal(of('x'.repeat(300)), 'x'.repeat(300))
  assert.equal(of('x'.repeat(301)), '')
  assert.equal(of(''), '')
})

test('a campaign that holds an address of a person is not kept', () => {
  assert.equal(read(',page_viewed', '?utm_campaign=to-ada%40example.com')?.campaign, '')
})

test('an arrival without a campaign has none', () => {
  for (const at of ['', '?', '?utm_source=x']) assert.equal(read(',page_viewed', at)?.campaign, '')
})
