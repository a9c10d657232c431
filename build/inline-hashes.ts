import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { prerenderedPages } from './prerendered-pages.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Returns the hashes of all inline scripts and styles in the pages of a build. Throws if it finds no scripts or no
 * styles.
 */
export function inlineHashes(distDir: string): { scripts: string[]; styles: string[] } {
  const pages = prerenderedPages(distDir).map((page) => readFileSync(page, 'utf8'))
  const contents = (tag: string) => {
    const inline = new RegExp(`<${tag}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>(.+?)</${tag}>`, 'gs')
    const texts = pages.flatMap((page) => [...page.matchAll(inline)].map(([, text = '']) => hash(text)))
    if (texts.length === 0) throw new Error(`Found no inline ${tag} in the pages of ${distDir}`)
    return [...new Set(texts)].sort()
  }
  return { scripts: contents('script'), styles: contents('style') }
}
