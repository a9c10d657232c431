import dns from 'node:dns'

/** The TXT records of a name; `none` when it has none or does not exist; `silent` when DNS does not tell. */
export type Records =
  | { kind: 'records'; texts: string[] }
  | { kind: 'none' }
  | { kind: 'silent'; code: string }

/** Looks up TXT records at the name servers of this machine. */
export async function lookUp(name: string): Promise<Records> {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    const records = await resolver.resolveTxt(name)
    // A long record comes in pieces: RFC 7208, section 3.3.
    return { kind: 'records', texts: records.map((pieces) => pieces.join('')) }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const isNone = code === 'ENODATA' || (code === 'ENOTFOUND' && (await knowsRoot(resolver)))
    return isNone ? { kind: 'none' } : { kind: 'silent', code }
  }
}

/** Whether a name server answers for the Internet: one without a connection says of every name that it does not exist. */
const knowsRoot = (resolver: dns.promises.Resolver): Promise<boolean> =>
  resolver.resolveNs('.').then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENODATA',
  )

/** The records among the answer that begin with a version tag such as v=spf1. */
export const tagged = (records: Records, tag: RegExp) =>
  records.kind === 'records' ? records.texts.filter((text) => tag.test(text)) : []
