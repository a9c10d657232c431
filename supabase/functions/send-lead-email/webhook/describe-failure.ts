import { reasonOf } from '../reason.ts'
import { privateAddress } from './address.ts'

const words: Record<string, string> = {
  [privateAddress]: 'the address is in a private network',
  ENOTFOUND: 'the name has no address',
  ETIMEDOUT: 'no answer in time',
  ETLS: 'the certificate or the TLS handshake failed',
  ENETWORK: 'the connection failed or broke off',
}

/** Without Deno's message: it contains the URL, which may contain a key. */
export function describeFailure(thrown: unknown) {
  const codes = codeOf(thrown)
  const [code = ''] = codes.split(' ')
  return { error: [code, words[code]].filter(Boolean).join(' '), codes }
}

function codeOf(thrown: unknown): string {
  const { name, code, message = '' } = thrown as { name?: string; code?: unknown; message?: string }
  if (name === 'TimeoutError') return 'ETIMEDOUT'
  if (typeof code === 'string') return code
  const [, cause] = /^error sending request .*client error (.*)$/s.exec(message) ?? []
  if (cause === undefined) return reasonOf(thrown)
  if (/dns error/.test(cause)) return 'ENOTFOUND'
  return /certificate|tls/i.test(cause) ? 'ETLS' : 'ENETWORK'
}
