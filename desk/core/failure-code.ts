/** The code of what a request threw, such as ECONNREFUSED; its message could quote the address with a password in it. */
export function failureCode(thrown: unknown): string {
  const { name, code, cause } = thrown as { name?: string; code?: unknown; cause?: { code?: unknown } }
  const own = typeof code === 'string' ? code : undefined
  return typeof cause?.code === 'string' ? cause.code : (own ?? name ?? 'unknown')
}
