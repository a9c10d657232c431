import { globSync } from 'node:fs'

/** With the error pages that hosts serve. Throws if there is no page. */
export function prerenderedPages(distDir: string): string[] {
  const pages = globSync(`${distDir}/server/app/**/*.html`)
  if (pages.length === 0) throw new Error(`Found no prerendered page in ${distDir}/server/app`)
  return [...pages, ...globSync(`${distDir}/server/pages/*.html`)].sort()
}
