type Condition = { type: 'header' | 'query'; key: string; value: string }
type Rewrite = { source: string; destination: string; has: Condition[]; missing?: Condition[] }

/**
 * What gives each visitor of `/` a variant of the page, as Next's `rewrites`, so that a host decides before its cache and
 * runs no code: `?variant=<name>` shows the one of this name, else the address of the visitor decides.
 * @param names of the variants; the first is the page at `/` itself, which is also for addresses of another form
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
 * Keeps the caches of other hosts from giving everybody the variant of the first visitor, in the shape of Next's `headers`.
 * Vercel's own decides by the rewrites, and has every other one ask again.
 */
export function variantHeaders(names: readonly string[]) {
  const headers = [{ key: 'Cache-Control', value: 'private, no-cache' }]
  return names.length > 0 ? [{ source: '/', headers }] : []
}

/**
 * An expression for the values of X-Forwarded-For whose last address belongs to one of `count` groups. The group is a byte
 * modulo `count`: of an IPv4 address the last one, of an IPv6 address the sixth, since a visitor's device changes the second
 * half of it by itself, and the seventh and eighth number the networks of one household.
 */
function addresses(group: number, count: number): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte % count === group)
  const [short, long] = [bytes.filter((byte) => byte < 16), bytes].map((list, index) =>
    list.map((byte) => byte.toString(16).padStart(index + 1, '0')).join('|'),
  )
  const ipv4 = `(?:::ffff:)?(?:\\d+\\.){3}(?:${bytes.join('|')})`
  // Leading zeros are not written, nor is a run of groups that are zero, which is in the group of the first variant.
  const ipv6 = `[\\da-f]+:[\\da-f]+:(?:[\\da-f]{0,2}(?:${long})|${short}):[\\da-f:]*`
  return `(?:.*,\\s*)?(?:${ipv4}|${ipv6})`
}
