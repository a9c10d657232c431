/**
 * Takes the page to which somebody wants to go. Returns its path and query, or the path of the first page if what was
 * wanted is no path.
 */
export function safePath(wanted: string | undefined): string {
  const url = URL.parse(wanted ?? '', 'https://desk.invalid')
  // A browser would read two slashes as the name of another host.
  if (!wanted?.startsWith('/') || !url || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}
