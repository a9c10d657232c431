import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCampaign } from './campaign.ts'

test('a key counts in any capitals, and behind an ampersand that was written as HTML', () => {
  for (const [query, campaign] of [
    ['?UTM_Campaign=Spring&GCLID=Cj0KCQabcdefghij', { utm_campaign: 'Spring', gclid: 'Cj0KCQabcdefghij' }],
    [
      'utm_source=mail&amp;utm_campaign=spring&amp;amp;gclid=x',
      { utm_source: 'mail', utm_campaign: 'spring', gclid: 'x' },
    ],
    ['?utm_source=&utm_source=+a%0A+&email=ada%40example.com', { utm_source: 'a' }],
    ['', {}],
  ] as const)
    assert.deepEqual(readCampaign(query), campaign, query)
})

test('a value is kept whole or not at all, and the ids of clicks come first', () => {
  for (const length of [310, 500, 1_000])
    assert.equal(readCampaign(`?ttclid=${'x'.repeat(length)}`).ttclid?.length, length)
  assert.deepEqual(readCampaign(`?ttclid=${'x'.repeat(3_000)}&utm_source=a`), { utm_source: 'a' })
  const words = ['source', 'medium', 'campaign', 'term', 'content', 'id'].map(
    (word) => `utm_${word}=${'w'.repeat(240)}`,
  )
  const clicks = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'].map((key) => `${key}=${'c'.repeat(150)}`)
  const all = readCampaign([...words, ...clicks, `ttclid=${'c'.repeat(300)}`].join('&'))
  assert.deepEqual(
    ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid'].filter((key) => !(key in all)),
    [],
  )
  assert.ok(Object.values(all).every((value) => [150, 240, 300].includes(value.length)))
})
