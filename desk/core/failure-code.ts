/** Such as ECONNREFUSED. A message may contain a URL with a password, so it is not used. */
export function failureCode(thrown: unknown): string {
  const { name, code, cause } = thrown as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const own = typeof code === 'string' ? code : undefined
  return typeof cause?.code === 'string' ? cause.code : (own ?? name ?? 'unknown')
}
