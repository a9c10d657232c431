import dns from 'node:dns'

/** Returns the records of a name, each as one text. If the name has none, returns an empty list. Throws the DNS error. */
export type LookUp = (name: string, type: 'TXT' | 'A' | 'AAAA' | 'MX') => Promise<string[]>

/** Asks the name servers of this machine. */
export const lookUp: LookUp = async (name, type) => {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    // DNS splits a long text into several strings (RFC 7208, section 3.3).
    if (type === 'TXT') return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    if (type === 'MX') return (await resolver.resolveMx(name)).map(({ exchange }) => exchange)
    return await (type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || (code === 'ENOTFOUND' && (await knowsRoot(resolver)))) return []
    throw error
  }
}

/**
 * Returns whether the name server can resolve public names. If a name server has no connection to the Internet, it
 * may say that a name does not exist.
 */
const knowsRoot = (resolver: dns.promises.Resolver): Promise<boolean> =>
  resolver.resolveNs('.').then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENODATA',
  )
