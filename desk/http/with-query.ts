/** Returns an address of the desk with those of the parameters that are not empty. */
export function withQuery(path: string, parameters: Record<string, string>) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
