import 'server-only'
import { createHmac } from 'node:crypto'
import { siteSecret } from '@/lib/env'
import { maxUserAgent } from '@/lib/server/cut-requests'
import { sourceAddresses } from './source-address'

/** The user agent, and keyed hashes of IP address and network. Throws if a setting is missing. */
export function visitorTraces(headers: Headers) {
  const [ipHash, networkHash] = sourceAddresses(headers.get('x-forwarded-for')).map((source) =>
    createHmac('sha256', siteSecret()).update(`ip:${source}`).digest('hex'),
  )
  return { userAgent: headers.get('user-agent')?.slice(0, maxUserAgent) ?? '', ipHash, networkHash }
}
