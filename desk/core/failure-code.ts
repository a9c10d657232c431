/** Returns the code of a request's error, such as ECONNREFUSED. The error's message may contain a URL with a password. */
export function failureCode(thrown: unknown): string {
  const { name, code, cause } = thrown as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const own = typeof code === 'string' ? code : undefined
  return typeof cause?.code === 'string' ? cause.code : (own ?? name ?? 'unknown')
}
