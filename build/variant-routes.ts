type Condition = { type: 'header' | 'query'; key: string; value: string }
type Rewrite = { source: string; destination: string; has: Condition[]; missing?: Condition[] }

/**
 * Returns rewrites that choose a variant by `?variant=<name>` or by the IP address of the visitor. The rewrites run
 * before the host looks into its cache.
 */
export function variantRewrites(names: readonly string[]): Rewrite[] {
  const byQuery = (value: string): Condition => ({ type: 'query', key: 'variant', value })
  return names.slice(1).flatMap((name, index) => {
    const page = { source: '/', destination: `/variants/${name}` }
    const address = {
      type: 'header' as const,
      key: 'x-forwarded-for',
      value: addresses(index + 1, names.length),
    }
    return [
      { ...page, has: [byQuery(name)] },
      { ...page, has: [address], missing: [byQuery(`(?:${names.join('|')})`)] },
    ]
  })
}

/**
 * Returns headers for hosts other than Vercel. Without these headers, a cache could serve the variant of one visitor
 * to everybody.
 */
export function variantHeaders(names: readonly string[]) {
  const headers = [{ key: 'Cache-Control', value: 'private, no-cache' }]
  return names.length > 0 ? [{ source: '/', headers }] : []
}

/**
 * Matches IP addresses by one byte, which is the same for all addresses of a household: byte 4 in IPv4, byte 6 in
 * IPv6. An address matches if this byte modulo `count` is `group`.
 */
function addresses(group: number, count: number): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte % count === group)
  const [short, long] = [bytes.filter((byte) => byte < 16), bytes].map((list, index) =>
    list.map((byte) => byte.toString(16).padStart(index + 1, '0')).join('|'),
  )
  const ipv4 = `(?:::ffff:)?(?:\\d+\\.){3}(?:${bytes.join('|')})`
  // The parts of an address have no leading zeros. If `::` stands for the byte, the visitor gets the first variant.
  const ipv6 = `[\\da-f]+:[\\da-f]+:(?:[\\da-f]{0,2}(?:${long})|${short}):[\\da-f:]*`
  return `(?:.*,\\s*)?(?:${ipv4}|${ipv6})`
}
