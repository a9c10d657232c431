const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** The variable that names a proxy for requests. local/run.js makes Node use it. */
export const proxyVariable = (env: Record<string, string | undefined>): string | undefined =>
  names.find((name) => env[name])

/** What else can be at fault if an address does not answer, or ''. `code` is the error's. */
export function networkRemedy(code: string, env: Record<string, string | undefined>): string {
  // A certificate that has expired, or has another name, is the site's own.
  if (/CERT_HAS_EXPIRED|ALTNAME/.test(code)) return ''
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return 'if your network puts its own certificate in between, set NODE_EXTRA_CA_CERTS to the file of that certificate'
  const name = proxyVariable(env)
  return name
    ? `if the proxy of ${name} is at fault, correct this variable (with a login: http://user:password@host:port), or name the host in NO_PROXY`
    : ''
}
