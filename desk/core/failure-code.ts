/** Such as ECONNREFUSED. The message is not used, because it may contain a URL with a password. */
export function failureCode(thrown: unknown): string {
  const { name, code, cause } = thrown as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const own = typeof code === 'string' ? code : undefined
  return typeof cause?.code === 'string' ? cause.code : (own ?? name ?? 'unknown')
}
