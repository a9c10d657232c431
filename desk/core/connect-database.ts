import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { env } from 'node:process'
import postgres from 'postgres'

/** A `%` in the password must be URL-encoded. */
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

/** True for an untrusted certificate of the server, and for a file of ours that cannot be read. */
export const isUntrusted = (code: string) => /CERT|UNABLE_TO_VERIFY|^ENOENT$/.test(code)

/**
 * A server on another machine must prove who it is before it gets the password. The authorities come from
 * `sslrootcert` in the address, from PGSSLROOTCERT or from Node. Throws ENOENT if their file is missing.
 */
export function connectDatabase(address: string): postgres.Sql {
  const url = new URL(address)
  const file = url.searchParams.get('sslrootcert') ?? env.PGSSLROOTCERT
  // The driver would obey an sslmode that turns off the verification of the certificate.
  for (const name of ['sslmode', 'sslrootcert']) url.searchParams.delete(name)
  const ca = file && file !== 'system' ? readFileSync(file, 'utf8') : undefined
  return postgres(url.href, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 30,
    prepare: false,
    fetch_types: false,
    // Times are sent as the operator typed them, so that the database can say what is wrong with one.
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

/** Takes the address of a project or of its database. Undefined without an id. */
export function projectOf(address = ''): string | undefined {
  const { hostname = '', username = '' } = URL.parse(address) ?? {}
  const [, id] =
    /^(?:db\.)?([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /\.([a-z]{20})$/.exec(username) ?? []
  return id
}
