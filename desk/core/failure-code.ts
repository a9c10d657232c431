/** Returns the code of a request's error, such as ECONNREFUSED. The error's message might quote the address with its password. */
export function failureCode(thrown: unknown): string {
  const { name, code, cause } = thrown as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const own = typeof code === 'string' ? code : undefined
  return typeof cause?.code === 'string' ? cause.code : (own ?? name ?? 'unknown')
}
