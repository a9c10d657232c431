import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostRecord } from '../../doctor/name-server.ts'
import { adviseRecords } from './domain.ts'

const sub = { name: 'training.brand.example', apexName: 'brand.example', verified: true }
const apex = { ...sub, name: 'brand.example' }
const www = { ...sub, name: 'www.brand.example' }
const named = {
  recommendedIPv4: [
    { rank: 2, value: ['76.76.21.21'] },
    { rank: 1, value: ['216.150.1.1', '216.150.16.1'] },
  ],
  recommendedCNAME: [{ rank: 1, value: '0123.vercel-dns-017.com.' }],
}
const right = { ...named, misconfigured: false }
const wrong = { ...named, misconfigured: true }
const alias = (name: string) => `${name} CNAME 0123.vercel-dns-017.com`

type Row = [
  what: string,
  domain: typeof sub,
  config: typeof right & { configuredBy?: string },
  records: string,
  set: string[],
  remove: string[],
]
const rows: Row[] = [
  ['nothing yet', sub, wrong, '', [alias(sub.name)], []],
  ['the alias', sub, right, 'CNAME 0123.vercel-dns-017.com', [], []],
  [
    'the address and an old one for IPv6',
    sub,
    right,
    'A 216.150.1.1, AAAA 2001:db8::7',
    [],
    [`${sub.name} AAAA 2001:db8::7`],
  ],
  // The authority sees the old host, so Vercel gets no certificate.
  [
    'the same, and no certificate',
    apex,
    wrong,
    'A 216.150.1.1, AAAA 2001:db8::7',
    [],
    ['brand.example AAAA 2001:db8::7'],
  ],
  ['an older address of Vercel', apex, right, 'A 76.76.21.21', [], []],
  ['two addresses', apex, right, 'A 216.150.1.1, A 198.51.100.7', [], ['brand.example A 198.51.100.7']],
  [
    'the old host alone',
    apex,
    wrong,
    'A 198.51.100.7',
    ['brand.example A 216.150.1.1'],
    ['brand.example A 198.51.100.7'],
  ],
  [
    'the old host, both families',
    www,
    wrong,
    'A 198.51.100.7, AAAA 2001:db8::7',
    [alias(www.name)],
    [`${www.name} A 198.51.100.7`, `${www.name} AAAA 2001:db8::7`],
  ],
  // It is replaced, not removed.
  ['the alias of the old host', www, wrong, 'CNAME shops.example', [alias(www.name)], []],
  ['a proxy in front', sub, { ...right, configuredBy: 'http' }, 'A 104.16.1.1, AAAA 2606:4700::1', [], []],
  [
    'a proxy in front, without a certificate',
    sub,
    { ...wrong, configuredBy: 'http' },
    'A 104.16.1.1',
    [alias(sub.name)],
    [],
  ],
  [
    'only an old one for IPv6',
    apex,
    wrong,
    'AAAA 2001:db8::7',
    ['brand.example A 216.150.1.1'],
    ['brand.example AAAA 2001:db8::7'],
  ],
]
for (const [what, domain, config, records, set, remove] of rows)
  test(`the DNS of ${domain.name} has ${what}`, () => {
    const list = records
      .split(', ')
      .filter(Boolean)
      .map((record) => {
        const [type, value] = record.split(' ')
        return { type, value } as HostRecord
      })
    assert.deepEqual(adviseRecords(domain, config, list), { set, remove })
  })
