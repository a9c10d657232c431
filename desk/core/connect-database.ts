import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { env } from 'node:process'
import postgres from 'postgres'

/** If the password contains a `%`, it must be URL-encoded. */
export function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.password)
    return true
  } catch {
    return false
  }
}

/**
 * True for a certificate of the server that we do not trust, and for our own certificate file that we cannot
 * read.
 */
export const isUntrusted = (code: string) => /CERT|UNABLE_TO_VERIFY|^ENOENT$/.test(code)

/**
 * A server on another machine must prove who it is before it gets the password. The trusted authorities come
 * from `sslrootcert` in the address, from PGSSLROOTCERT or from Node. Throws ENOENT if there is no file with
 * their certificates.
 */
export function connectDatabase(address: string): postgres.Sql {
  const url = new URL(address)
  const file = url.searchParams.get('sslrootcert') ?? env.PGSSLROOTCERT
  // The driver would obey an sslmode that turns off the verification of the certificate, so it is removed.
  for (const name of ['sslmode', 'sslrootcert']) url.searchParams.delete(name)
  const ca = file && file !== 'system' ? readFileSync(file, 'utf8') : undefined
  return postgres(url.href, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 30,
    prepare: false,
    fetch_types: false,
    // Times are sent exactly as the operator typed them. If a time is wrong, the database can then say why.
    types: { date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String } },
    onnotice: () => {},
    ssl: isLoopback(address) ? false : { ca },
  })
}

/** Only this machine can reach a loopback address. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** Takes the address of a project or of its database. Undefined if it contains no id. */
export function projectOf(address = ''): string | undefined {
  const { hostname = '', username = '' } = URL.parse(address) ?? {}
  const [, id] =
    /^(?:db\.)?([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /\.([a-z]{20})$/.exec(username) ?? []
  return id
}
