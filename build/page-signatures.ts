import { globSync, readFileSync } from 'node:fs'
import { actionSignature } from '../lib/lead/stale-post.ts'

/**
 * The signatures of the server action to which the forms of a build post: the landing page's, and those of its variants,
 * which differ by the form's place in the page. Throws when one of these pages has no such form.
 */
export function pageSignatures(distDir: string): string[] {
  const variants = globSync(`${distDir}/server/app/variants/*.html`)
  const signatures = [`${distDir}/server/app/index.html`, ...variants].map((page) =>
    pageSignature(readFileSync(page, 'utf8')),
  )
  return [...new Set(signatures)].sort()
}

function pageSignature(html: string): string {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)
  const fields = [...inputs].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replaceAll('&quot;', '"'),
  ])
  const signature = actionSignature(fields)
  if (signature === '[]') throw new Error('The page holds no form that posts to a server action')
  return signature
}
