import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../tests/kit/random.ts'
import { variantHeaders, variantRewrites } from './variant-routes.ts'

/** In the same way as Next.js: the expression must match the whole value. */
const expression = (value: string) => new RegExp(`^${value}$`)

/** The function takes an IP address and lists the paths to which the rewrites lead this visitor. */
function assign(names: string[]) {
  const byAddress = variantRewrites(names).flatMap(({ has, destination }) =>
    has.map(({ key, value }) => ({ key, matcher: expression(value), destination })),
  )
  return (forwardedFor: string) =>
    byAddress
      .filter(({ key, matcher }) => key === 'x-forwarded-for' && matcher.test(forwardedFor))
      .map(({ destination }) => destination)
}

const three = ['control', 'b', 'c']
const ofThree = assign(three)
const random = createRandom(14)
const hex = (digits: number) => random.below(16 ** digits).toString(16)
const ipv4 = () => [1 + random.below(223), ...[0, 0, 0].map(() => random.below(256))].join('.')
/** Random. The networks of a household are numbered from 0, and the last 64 bits are random. */
const ipv6 = (household: number) =>
  new URL(
    `http://[2a02:${hex(4)}:${hex(4)}:${(random.below(16 ** (4 - household)) * 16 ** household).toString(16)}:${hex(4)}:${hex(4)}:${hex(4)}:${hex(4)}]`,
  ).hostname.slice(1, -1)
const kinds: Record<string, () => string> = {
  IPv4: ipv4,
  'IPv4 behind a proxy': () => `${ipv4()}, ${ipv4()}`,
  'IPv4 mapped into IPv6': () => `::ffff:${ipv4()}`,
  'IPv6 with a /64': () => ipv6(0),
  'IPv6 with a /56': () => ipv6(2),
  'IPv6 with a /48': () => ipv6(4),
}

for (const names of [['control', 'b'], three, [...three, 'd', 'e']])
  for (const [kind, address] of Object.entries(kinds))
    test(`${names.length} variants have equal shares of visitors by ${kind}`, () => {
      const destinations = assign(names)
      const visitors = 3_000
      const seen = new Map(names.slice(1).map((name) => [`/variants/${name}`, 0]))
      for (let count = 0; count < visitors; count += 1) {
        const [path, ...others] = destinations(address())
        assert.equal(others.length, 0)
        if (path) seen.set(path, (seen.get(path) ?? 0) + 1)
      }
      assert.equal(seen.size, names.length - 1)
      // The allowed deviation is four standard deviations.
      const expected = visitors / names.length
      for (const [path, count] of seen)
        assert.ok(Math.abs(count - expected) < 4 * Math.sqrt(expected), `${path}: ${count} of ${visitors}`)
    })

test('each variant has as many values of the byte as the others, or one more', () => {
  const counts = Map.groupBy(
    Array.from({ length: 256 }, (_, byte) => ofThree(`198.51.100.${byte}`)[0]),
    (path) => path,
  )
  assert.deepEqual(
    [undefined, '/variants/b', '/variants/c'].map((path) => counts.get(path)?.length),
    [86, 85, 85],
  )
})

test('the networks and devices of a household see one variant, in whatever way their address is written', () => {
  let seen = 0
  for (const [one, other] of [
    ['2001:db8:1:2::1', '2001:db8:1:3:a:b:c:d'],
    ['2001:db8:1::', '2001:0db8:0001::1'],
    ['2001:db8:1a3:300::9', '2001:db8:a3::'],
    ['203.0.113.4', '198.51.100.1, ::ffff:203.0.113.4'],
    ['203.0.113.5', '203.0.113.5:52341'],
    ['203.0.113.5', '[::ffff:203.0.113.5]:443'],
    ['2001:db8:99::1', '[2001:db8:99::1]:443'],
    ['2001:db8:99::1', '[2001:db8:99::1]'],
  ] as const) {
    assert.deepEqual(ofThree(one), ofThree(other))
    seen += ofThree(one).length
  }
  assert.ok(seen > 0)
})

test('an address of another form sees the control, and so does one whose byte is not written, since it is 0', () => {
  for (const text of ['', 'unknown', '::1', '2001:db8::1', '2001:db8:0:1::', '203.0.113.400'])
    assert.deepEqual(ofThree(text), [], text)
})

test('a variant in the query counts before the address, and an unknown name has no effect', () => {
  const [byQuery, byAddress] = variantRewrites(three)
  assert.deepEqual(byQuery?.has, [{ type: 'query', key: 'variant', value: 'b' }])
  const [{ value = '' } = {}] = byAddress?.missing ?? []
  assert.deepEqual(
    ['control', 'b', 'c', 'd', 'bc', ''].map((name) => expression(value).test(name)),
    [true, true, true, false, false, false],
  )
})

test('without variants nothing is rewritten and no header is added', () => {
  assert.deepEqual([variantRewrites([]), variantHeaders([])], [[], []])
})

test('with variants no cache may keep the page, because the visitor’s address decides which one is shown', () => {
  const [{ source, headers } = { source: '', headers: [] }] = variantHeaders(['control', 'b'])
  assert.deepEqual([source, headers], ['/', [{ key: 'Cache-Control', value: 'private, no-cache' }]])
})

test('each test draws its groups by itself', () => {
  const [one, other] = [assign(['control', 'b']), assign(['control', 'headline-two'])]
  const same = Array.from({ length: 256 }, (_, byte) => `198.51.100.${byte}`).filter(
    (address) => one(address).length === other(address).length,
  )
  assert.ok(same.length > 85 && same.length < 171, `${same.length}`)
})
