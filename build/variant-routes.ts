import { hash } from 'node:crypto'

type Condition = { type: 'header' | 'query'; key: string; value: string }
type Rewrite = { source: string; destination: string; has: Condition[]; missing?: Condition[] }

/**
 * By `?variant=<name>` or by the IP address of the visitor. The rewrites run before the host looks into its
 * cache.
 */
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

/** For hosts other than Vercel, whose cache could serve the variant of one visitor to everybody. */
export function variantHeaders(names: readonly string[]) {
  const headers = [{ key: 'Cache-Control', value: 'private, no-cache' }]
  return names.length > 0 ? [{ source: '/', headers }] : []
}

/**
 * For one group of visitors. They are drawn once for each test, so that the same people are not together in
 * the next one.
 */
function bytesOf(names: readonly string[], group: number): number[] {
  const drawn = Array.from({ length: 256 }, (_, byte) => [hash('sha256', `${names}:${byte}`), byte] as const)
  return (
    drawn
      // In IPv6, a byte that is 0 may not be written, and then the visitor gets the first variant.
      .toSorted(([one, byte], [other, next]) => (byte === 0 || (next !== 0 && one < other) ? -1 : 1))
      .filter((_, place) => place % names.length === group)
      .map(([, byte]) => byte)
      .toSorted((one, other) => one - other)
  )
}

/**
 * Matches IP addresses by one byte, which is the same for all addresses of a household: byte 4 in IPv4, byte 6 in
 * IPv6. Some proxies write a port behind the address.
 */
function addresses(bytes: number[]): string {
  const [short, long] = [bytes.filter((byte) => byte < 16), bytes].map((list, index) =>
    list.map((byte) => byte.toString(16).padStart(index + 1, '0')).join('|'),
  )
  const ipv4 = `\\[?(?:::ffff:)?(?:\\d+\\.){3}(?:${bytes.join('|')})\\]?(?::\\d+)?`
  // The parts of an address have no leading zeros. If `::` stands for the byte, the visitor gets the first variant.
  const ipv6 = `\\[?[\\da-f]+:[\\da-f]+:(?:[\\da-f]{0,2}(?:${long})|${short}):[\\da-f:]*(?:\\](?::\\d+)?)?`
  return `(?:.*,\\s*)?(?:${ipv4}|${ipv6})`
}
