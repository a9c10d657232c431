import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRegion, regionNear, regions } from './regions.ts'

test('a region is found by either name, and near a time zone', () => {
  assert.equal(findRegion('Zurich'), undefined)
  for (const region of regions)
    for (const name of [region.supabase, region.vercel, region.place]) assert.equal(findRegion(name), region)
  const near = {
    'Europe/London': 'lhr1',
    'Asia/Tokyo': 'hnd1',
    'America/Chicago': 'cle1',
    'Europe/Vienna': 'fra1',
  }
  for (const [zone, vercel] of Object.entries(near)) assert.equal(regionNear(zone).vercel, vercel)
  for (const zone of ['UTC', undefined]) assert.equal(regionNear(zone).vercel, 'iad1')
})
