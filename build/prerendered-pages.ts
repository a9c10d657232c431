import { globSync } from 'node:fs'

/**
 * The files of all pages that a build has prerendered, with the copies of the error pages that hosts serve by themselves.
 * Throws when there is none: a build whose pages lie elsewhere.
 */
export function prerenderedPages(distDir: string): string[] {
  const pages = globSync(`${distDir}/server/app/**/*.html`)
  if (pages.length === 0) throw new Error(`Found no prerendered page in ${distDir}/server/app`)
  return [...pages, ...globSync(`${distDir}/server/pages/*.html`)].sort()
}
