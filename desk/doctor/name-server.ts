import dns from 'node:dns'

/** Each record as one text. Throws the DNS error. */
export type LookUp = (name: string, type: 'TXT' | 'A' | 'AAAA' | 'MX' | 'CNAME') => Promise<string[]>

export const lookUp: LookUp = async (name, type) => {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    // DNS splits long texts (RFC 7208, section 3.3).
    if (type === 'TXT') return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    if (type === 'MX') return (await resolver.resolveMx(name)).map(({ exchange }) => exchange)
    if (type === 'CNAME') return await resolver.resolveCname(name)
    return await (type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || (code === 'ENOTFOUND' && (await knowsRoot(resolver)))) return []
    throw error
  }
}

/** A name server without the Internet may say that a name does not exist. */
const knowsRoot = (resolver: dns.promises.Resolver): Promise<boolean> =>
  resolver.resolveNs('.').then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENODATA',
  )

export type HostRecord = { type: 'A' | 'AAAA' | 'CNAME'; value: string }

/** Only the CNAME if there is one. Empty if DNS does not answer. */
export async function recordsAt(host: string): Promise<HostRecord[]> {
  const find = (type: HostRecord['type']) =>
    lookUp(host, type).then(
      (all) => all.map((value) => ({ type, value })),
      () => [],
    )
  const alias = await find('CNAME')
  return alias.length > 0 ? alias : (await Promise.all([find('A'), find('AAAA')])).flat()
}

/** Such as 'A 192.0.2.1, AAAA 2001:db8::1'. */
export const sayRecords = (records: HostRecord[]) =>
  records.map(({ type, value }) => `${type} ${value}`).join(', ')
