import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpf } from './spf.ts'

type Zone = Record<string, string[]>

const hosts = { 'mx.example': ['192.0.2.1'], 'host.example': ['192.0.2.2'] }
const included = {
  'a.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  'b.example': ['some text', 'V=SPF1 ip6:2001:db8::/32 ~all'],
  'nobody.example': ['v=spf1 -all'],
  'everybody.example': ['v=spf1 all'],
  'broken.example': ['v=spf1 ipv4:192.0.2.1 -all'],
  'two.example': ['v=spf1 -all', 'v=spf1 ~all'],
  'loop.example': ['v=spf1 include:loop.example -all'],
  'four.example': ['v=spf1 exists:%{i}.x.example exists:%{i}.y.example ptr a:host.example -all'],
}

/** Names without a record have nothing. */
const read = (texts: string[], zone: Zone = {}) =>
  readSpf('brand.example', async (name, type) => {
    if (type === 'MX') return name === 'brand.example' ? ['mx.example'] : []
    if (type !== 'TXT') return type === 'A' ? ((hosts as Zone)[name] ?? []) : []
    return { ...included, ...zone, 'brand.example': texts }[name] ?? []
  })
const includes = (count: number) =>
  Array.from({ length: count }, (_, at) => `include:n${at}.example`).join(' ')
const manyZone = Object.fromEntries(
  Array.from({ length: 11 }, (_, at) => [`n${at}.example`, ['v=spf1 ip4:192.0.2.1 -all']]),
)

// biome-ignore format: a table, a line for each
const right: [record: string, servers: string][] = [
  ['v=spf1 include:a.example -all', 'some'], ['V=SPF1 INCLUDE:b.example ~ALL', 'some'], ['v=spf1  mx   ?all ', 'some'], ['v=spf1 mx ~all -all', 'some'],
  ['v=spf1 a:host.example/24//64 mx/28 ptr:brand.example exists:%{ir}.%{v}._spf.%{d2} -all', 'some'],
  ['v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/8 ip6:2001:db8::1/128 ip6:::ffff:192.0.2.1 -all', 'some'],
  ['v=spf1 redirect=a.example', 'some'], ['v=spf1 redirect=everybody.example', 'every'], ['v=spf1 -all redirect=gone.example', 'none'],
  ['v=spf1 include:a.example exp=explain.%{d} x-note=any/thing -all', 'some'],
  ['v=spf1 +all', 'every'], ['v=spf1 all', 'every'], ['v=spf1 include:everybody.example -all', 'every'], ['v=spf1 ip4:0.0.0.0/0 -all', 'every'], ['v=spf1 ip4:5.6.7.8/0 -all', 'every'], ['v=spf1 ip6:0::0/0 -all', 'every'], ['v=spf1 a/0 -all', 'every'], ['v=spf1 a:host.example/10 -all', 'some'],
  ['v=spf1 -include:everybody.example ~all', 'none'], ['v=spf1 ?all', 'none'], ['v=spf1', 'none'], ['v=spf1 include:nobody.example -all', 'none'],
  ['v=spf1 a:gone.example a:lost.example include:a.example -all', 'some'], ['v=spf1 include:%{d}.spf.example -all', 'some'],
]

for (const [record, servers] of right)
  test(`“${record}” lets ${servers} servers send`, async () => {
    assert.deepEqual(await read([record]), { faults: [], servers })
  })

// biome-ignore format: a table, a line for each
const wrong: [what: string, records: string[], fault: RegExp, zone?: Zone][] = [
  ['an include after all, which is not even looked up', ['v=spf1 mx -all include:gone.example'], /names include:gone\.example after “all”/], ['two records in one', ['v=spf1 mx -all v=spf1 include:a.example -all'], /at “v=spf1”/],
  ['an address of the web', ['v=spf1 a:https://host.example -all'], /at “a:https/], ['an IPv6 address with the name of an interface', ['v=spf1 ip6:fe80::1%eth0 -all'], /at “ip6:fe80/],
  ['a line of a zone file', ['brand.example. IN TXT "v=spf1 mx -all"'], /quotation marks/], ['the type of the record in front', ['TXT v=spf1 mx -all'], /exactly “v=spf1”/], ['the name of the domain in front', ['@ v=spf1 mx -all'], /exactly “v=spf1”/],
  ['a sign apart from its word', ['v=spf1 mx - all'], /at “-”/], ['a dash that is no hyphen', ['v=spf1 mx –all'], /at “–all”/], ['two signs', ['v=spf1 mx --all'], /at “--all”/], ['a no-break space', ['v=spf1\u00a0mx -all'], /exactly “v=spf1”/], ['a Cyrillic letter', ['v=spf1 mx -\u0430ll'], /at “-\u0430ll”/], ['two addresses after one ip4', ['v=spf1 ip4:192.0.2.1,192.0.2.2 -all'], /at “ip4:/], ['a range of addresses', ['v=spf1 ip4:192.0.2.1-192.0.2.9 -all'], /at “ip4:/], ['brackets of IPv6', ['v=spf1 ip6:[2001:db8::1] -all'], /at “ip6:/], ['a comment', ['v=spf1 mx # mail -all'], /at “#”/],
  ['a sign behind its word', ['v=spf1 include:a.example mx all~'], /cannot be read at “all~”/],
  ['a comma behind a domain', ['v=spf1 include:a.example, mx -all'], /at “include:a\.example,”/], ['an unknown mechanism', ['v=spf1 ipv4:192.0.2.1 -all'], /at “ipv4:192\.0\.2\.1”/], ['a bare host', ['v=spf1 mail.example -all'], /at “mail\.example”/],
  ['an include without a domain', ['v=spf1 include: a.example -all'], /at “include:”/], ['an address in place of a domain', ['v=spf1 include:192.0.2.1 -all'], /at “include:192/],
  ['an = in place of a colon', ['v=spf1 include=a.example -all'], /at “include=a\.example”/], ['a colon in place of an =', ['v=spf1 redirect:a.example'], /at “redirect:/],
  ['an address that is none', ['v=spf1 ip4:192.0.2.256 -all'], /at “ip4:192\.0\.2\.256”/], ['a prefix that is too long', ['v=spf1 ip4:192.0.2.0/33 -all'], /at “ip4:/],
  ['an IPv6 address as ip4', ['v=spf1 ip4:2001:db8::1 -all'], /at “ip4:/], ['a prefix of a host that is too long', ['v=spf1 a/129 -all'], /at “a\/129”/],
  ['a semicolon at the end', ['v=spf1 mx -all;'], /at “-all;”/], ['a macro that is none', ['v=spf1 exists:%{q}.example -all'], /at “exists:/],
  ['a value for all', ['v=spf1 mx all:brand.example'], /at “all:/], ['a tab between the words', ['v=spf1 mx\t-all'], /at “mx\t-all”/], ['a sign before a modifier', ['v=spf1 +redirect=a.example'], /at “\+redirect/],
  ['two redirects', ['v=spf1 redirect=a.example redirect=b.example'], /redirect= twice/],
  ['an include of a name without a record', ['v=spf1 include:gone.example -all'], /includes gone\.example, which has no SPF record/],
  ['a redirect to a name without a record', ['v=spf1 redirect=gone.example'], /gone\.example, which has no SPF/], ['two domains after one include', ['v=spf1 include:a.example,b.example -all'], /a\.example,b\.example, which has no SPF record/],
  ['an include that cannot be read', ['v=spf1 include:broken.example -all'], /of broken\.example, which brand\.example includes, cannot be read at “ipv4/],
  ['an include with two records', ['v=spf1 include:two.example -all'], /two\.example, which brand\.example includes, has 2 SPF records/],
  ['two records', ['v=spf1 mx -all', 'v=spf1 -all'], /brand\.example has 2 SPF records/],
  ['eleven includes', [`v=spf1 ${includes(11)} -all`], /more than 10 DNS look-ups/, manyZone],
  ['eleven look-ups, counted with those of an include', ['v=spf1 include:four.example include:four.example mx -all'], /more than 10 DNS look-ups/],
  ['an include of itself', ['v=spf1 include:loop.example -all'], /more than 10 DNS look-ups/],
  ['three hosts that are gone', ['v=spf1 a:gone.example a:lost.example mx:past.example -all'], /more than 2 hosts that have no address/],
  ['straight quotation marks', ['"v=spf1 include:a.example -all"'], /with its quotation marks/], ['curly quotation marks', ['“v=spf1 mx -all”'], /quotation marks/], ['escaped quotation marks', ['\\"v=spf1 mx -all\\"'], /quotation marks/],
  ['a quotation mark at the end', ['v=spf1 mx -all"'], /quotation marks/], ['two strings pasted as one', ['v=spf1 mx" "include:a.example -all'], /quotation marks/],
  ['a record that begins with a space', [' v=spf1 mx -all'], /does not begin with exactly “v=spf1”/], ['a comma after the version', ['v=spf1, mx -all'], /exactly “v=spf1”/], ['spaces around the =', ['v = spf1 mx -all'], /exactly “v=spf1”/], ['an invisible sign in front', ['\u200bv=spf1 mx -all'], /exactly “v=spf1”/], ['its own name in front', ['SPF v=spf1 mx -all'], /exactly “v=spf1”/], ['no v=', ['spf1 mx -all'], /exactly “v=spf1”/], ['a version without its number', ['v=spf mx -all'], /exactly “v=spf1”/],
]

for (const [what, records, fault, zone] of wrong)
  test(`${what} is a fault`, async () => {
    const spf = await read(records, zone)
    assert.match(spf?.faults.join('\n') ?? '', fault)
    assert.equal(spf?.faults.length, 1, spf?.faults.join('\n'))
  })

test('ten look-ups are allowed', async () => {
  assert.deepEqual((await read([`v=spf1 ${includes(10)} -all`], manyZone))?.faults, [])
})

test('a domain without an SPF record has none, whatever else it publishes', async () => {
  for (const texts of [
    [],
    ['google-site-verification=abc'],
    ['v=spf10 -all'],
    ['spf2.0/pra -all'],
    ['v=DMARC1; p=none'],
  ])
    assert.equal(await read(texts), undefined)
})

test('a host that cannot be looked up is not taken for gone', async () => {
  const failing = async (_: string, type: string) => {
    if (type === 'TXT') return ['v=spf1 mx a a:x.example a:y.example -all']
    throw new Error('SERVFAIL')
  }
  assert.deepEqual((await readSpf('brand.example', failing))?.faults, [])
})

test('a long word of a record is read at once', async () => {
  const begun = performance.now()
  await read([`v=spf1 include:a.${'a'.repeat(60_000)}!`])
  assert.ok(performance.now() - begun < 500)
})
