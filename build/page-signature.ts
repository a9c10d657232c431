import { actionSignature } from '../lib/lead/stale-post.ts'

/** The signature of the server action to which the form of a page posts. Throws when the page has no such form. */
export function pageSignature(html: string): string {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)
  const fields = [...inputs].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replaceAll('&quot;', '"'),
  ])
  const signature = actionSignature(fields)
  if (signature === '[]') throw new Error('The page holds no form that posts to a server action')
  return signature
}
