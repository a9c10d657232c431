import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDmarc } from './dmarc.ts'

type Zone = Record<string, string[]>
const read = (domain: string, zone: Zone) =>
  readDmarc(domain, async (name) => zone[name.replace('_dmarc.', '')] ?? [])

// biome-ignore format: a table, a line for each
const right: [domain: string, zone: Zone, name: string, policy: string][] = [
  ['brand.example', { 'brand.example': ['v=DMARC1; p=none; sp=reject'] }, 'brand.example', 'p=none'],
  ['mail.brand.example', { 'brand.example': ['v=DMARC1; p=none; sp=reject'] }, 'brand.example', 'sp=reject'],
  ['mail.brand.example', { 'brand.example': ['v=DMARC1; p=quarantine'] }, 'brand.example', 'p=quarantine'],
  ['mail.brand.example', { 'mail.brand.example': ['v=DMARC1; p=none; sp=reject'], 'brand.example': ['v=DMARC1; p=reject'] }, 'mail.brand.example', 'p=none'],
  ['a.b.brand.co.uk', { 'brand.co.uk': ['v=DMARC1; p=reject'], 'co.uk': ['v=DMARC1; p=none'], 'b.brand.co.uk': ['v=DMARC1; p=none'] }, 'brand.co.uk', 'p=reject'],
  ['brand.example', { 'brand.example': ['a text', 'v = DMARC1 ;p = REJECT ; pct=100; rua=mailto:a@b.example,mailto:c@d.example; x=y;'] }, 'brand.example', 'p=reject'],
  ['brand.example', { 'brand.example': ['V=DMARC1; P=none;;'] }, 'brand.example', 'p=none'],
  ['brand.example', { 'brand.example': ['v=DMARC1;rua=mailto:a=b@b.example;p=none'] }, 'brand.example', 'p=none'],
]

for (const [domain, zone, name, policy] of right)
  test(`${domain} with ${JSON.stringify(zone)} says ${policy}`, async () => {
    const dmarc = await read(domain, zone)
    assert.deepEqual([dmarc?.name, `${dmarc?.tag}=${dmarc?.policy}`, dmarc?.faults], [name, policy, []])
  })

// biome-ignore format: a table, a line for each
const wrong: [records: string[], fault: RegExp][] = [
  [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], /has 2 DMARC records/], [['"v=DMARC1; p=none"'], /with its quotation marks/], [['\\"v=DMARC1; p=none\\"'], /with its quotation marks/],
  [['“v=DMARC1; p=none”'], /with its quotation marks/], [['v=dmarc1; p=none'], /exactly “v=DMARC1;”/], [['v=DMARC1, p=none'], /exactly “v=DMARC1;”/], [['v=DMARC1 p=none'], /exactly “v=DMARC1;”/], [['v=DMARC; p=none'], /exactly “v=DMARC1;”/],
  [['v=DMARC1; rua=mailto:a@b.example'], /no valid p=/], [['v=DMARC1'], /no valid p=/], [['v=DMARC1; p=block'], /no valid p=/], [['v=DMARC1; p='], /no valid p=/], [['v=DMARC1; p=reject"'], /no valid p=/],
  [['v=DMARC1; p=none; sp=off'], /no valid sp=/], [['v=DMARC1; p=none; p=reject'], /p= twice/], [['v=DMARC1; p=none, sp=reject'], /no valid p=/], [['v=DMARC1; p=none; reject'], /without “=”/], [['v=DMARC1;\u00a0p=none'], /no valid p=/], [['p=none; v=DMARC1'], /exactly “v=DMARC1;”/], [['DMARC1; p=none'], /exactly “v=DMARC1;”/],
]

for (const [records, fault] of wrong)
  test(`${records.join(' and ')} is a fault`, async () => {
    assert.match((await read('brand.example', { 'brand.example': records }))?.faults.join('\n') ?? '', fault)
  })

test('a domain whose organisation has no record has none, and a public suffix is asked for nothing', async () => {
  assert.equal(await read('mail.brand.co.uk', { 'co.uk': ['v=DMARC1; p=reject'] }), undefined)
})

test('a record of spaces is read at once', async () => {
  const begun = performance.now()
  await readDmarc('brand.example', async () => [`v=DMARC1; p=none${' '.repeat(60_000)}x`])
  assert.ok(performance.now() - begun < 500)
})
