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
    ['?utm_source=mail&%23038;utm_campaign=spring', { utm_source: 'mail', utm_campaign: 'spring' }],
    ['?utm_source=mail&amp%3Butm_campaign=spring', { utm_source: 'mail', utm_campaign: 'spring' }],
    ['', {}],
  ] as const)
    assert.deepEqual(readCampaign(query), campaign, query)
})

test('the slips of those who write links by hand do not lose a campaign', () => {
  for (const [query, campaign] of [
    ['??utm_source=mail', { utm_source: 'mail' }],
    ['?!utm_campaign=a&/utm_source=mail', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?page=2?utm_source=mail?utm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail;utm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?+utm_source=mail&%20UTM_Medium%20=a', { utm_source: 'mail', utm_medium: 'a' }],
    ['?utm_source=&utm_source=a&utm_source=b', { utm_source: 'a' }],
    ['?utm_source=a%2Bb&utm_campaign=Spring+Sale', { utm_source: 'a+b', utm_campaign: 'Spring Sale' }],
    ['?utm_campaign=spring%2520sale&gclid=a%2520b', { utm_campaign: 'spring sale', gclid: 'a%20b' }],
    ['?utm_campaign=100%25&utm_source=%e2%80%8bmail', { utm_campaign: '100%', utm_source: 'mail' }],
    ['?utm_source%3Dmail%26utm_campaign%3Dspring', { utm_source: 'mail', utm_campaign: 'spring' }],
    ['?page=2&utm_source%3dmail&utm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail%26utm_campaign%3Da', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail%26amp%3Butm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail\\u0026utm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail%5Cu0026utm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail,utm_campaign=a|utm_term=b', { utm_source: 'mail', utm_campaign: 'a', utm_term: 'b' }],
    [
      '?utm_source=mail+utm_campaign=a%20utm_term=b',
      { utm_source: 'mail', utm_campaign: 'a', utm_term: 'b' },
    ],
    ['?utm_source=mail%0Autm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    [
      '?utm_source[]=mail&utm-campaign=a&utm.term=b',
      { utm_source: 'mail', utm_campaign: 'a', utm_term: 'b' },
    ],
    ['?ｕｔｍ_source=mail&\u200butm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?utm_source=mail&%E2%80%8Butm_campaign=a', { utm_source: 'mail', utm_campaign: 'a' }],
    ['?url=https%3A%2F%2Fx.example%2F', {}],
    ['?utm_campaign=Sa%CC%83o', { utm_campaign: 'S\u00e3o' }],
    ['?training?utm_campaign=spring&gclid=Cj0abc', { utm_campaign: 'spring', gclid: 'Cj0abc' }],
    ['?ScCid=7b3a&rdt_cid=5', { sccid: '7b3a', rdt_cid: '5' }],
    ['?utm_source=what?&utm_term=a;b', { utm_source: 'what?', utm_term: 'a;b' }],
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

test('a long query is read at once, because the server answers nobody else meanwhile', () => {
  const separators = ['+', '%20', '?', '%26amp;', 'utm_source%3D', '%5Cu0026']
  for (const piece of [...separators, '\u0301\u0323', '%CC%81%CC%A3']) {
    const read = (length: number) => readCampaign(piece.repeat(length / piece.length))
    for (const length of [16_000, 60_000]) {
      // One of ten tries is enough, because the machine may be busy meanwhile.
      const isAtOnce = () => {
        const begun = performance.now()
        read(length)
        return performance.now() - begun < 150
      }
      assert.ok(Array.from({ length: 10 }).some(isAtOnce), `${piece}, ${length}`)
    }
  }
})
