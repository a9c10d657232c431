import { hash } from 'node:crypto'

type Condition = { type: 'header' | 'query'; key: string; value: string }
type Rewrite = { source: string; destination: string; has: Condition[]; missing?: Condition[] }

/** By `?variant=<name>` or the visitor's IP address, before the host looks into its cache. */
export function variantRewrites(names: readonly string[]): Rewrite[] {
  const byQuery = (value: string): Condition => ({ type: 'query', key: 'variant', value })
  return names.slice(1).flatMap((name, index) => {
    const page = { source: '/', destination: `/variants/${name}` }
    const address = {
      type: 'header' as const,
      key: 'x-forwarded-for',
      value: addresses(bytesOf(names, index + 1)),
    }
    return [
      { ...page, has: [byQuery(name)] },
      { ...page, has: [address], missing: [byQuery(`(?:${names.join('|')})`)] },
    ]
  })
}

/** For hosts other than Vercel: their cache could serve one visitor's variant to everybody. */
export function variantHeaders(names: readonly string[]) {
  const headers = [{ key: 'Cache-Control', value: 'private, no-cache' }]
  return names.length > 0 ? [{ source: '/', headers }] : []
}

/** For one group of visitors, drawn for each test, so that the next test mixes people differently. */
function bytesOf(names: readonly string[], group: number): number[] {
  const drawn = Array.from({ length: 256 }, (_, byte) => [hash('sha256', `${names}:${byte}`), byte] as const)
  return (
    drawn
      // IPv6 may leave out a byte of 0. The visitor then gets the first variant.
      .toSorted(([one, byte], [other, next]) => (byte === 0 || (next !== 0 && one < other) ? -1 : 1))
      .filter((_, place) => place % names.length === group)
      .map(([, byte]) => byte)
      .toSorted((one, other) => one - other)
  )
}

/** By one byte that a household shares: byte 4 in IPv4, byte 6 in IPv6. Some proxies add a port. */
function addresses(bytes: number[]): string {
  const [short, long] = [bytes.filter((byte) => byte < 16), bytes].map((list, index) =>
    list.map((byte) => byte.toString(16).padStart(index + 1, '0')).join('|'),
  )
  const ipv4 = `\\[?(?:::ffff:)?(?:\\d+\\.){3}(?:${bytes.join('|')})\\]?(?::\\d+)?`
  // No leading zeros. If `::` covers the byte, the visitor gets the first variant.
  const ipv6 = `\\[?[\\da-f]+:[\\da-f]+:(?:[\\da-f]{0,2}(?:${long})|${short}):[\\da-f:]*(?:\\](?::\\d+)?)?`
  return `(?:.*,\\s*)?(?:${ipv4}|${ipv6})`
}
