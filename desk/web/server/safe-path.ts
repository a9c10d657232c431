/** The path and query of the wanted page, or the first page if that is no path. */
export function safePath(wanted: string | undefined): string {
  const url = URL.parse(wanted ?? '', 'https://desk.invalid')
  // After two slashes a browser would read a host.
  if (!wanted?.startsWith('/') || !url || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}
