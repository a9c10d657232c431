import { createHash } from 'node:crypto'

/** Lists the inline scripts and styles of a page that a policy blocks, since it has neither their hash nor their nonce. */
export function blockedInline(html: string, policy: string): string[] {
  const inline = html.matchAll(/<(script|style)\b(?![^>]*(?: src=|ld\+json))([^>]*)>(.*?)<\/\1>/gs)
  return [...inline].flatMap(([element, tag, attributes = '', text = '']) => {
    const nonce = / nonce="([^"]+)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(text).digest('base64')
    const sources = new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? ''
    const isCovered = sources.includes(`'sha256-${hash}'`) || (nonce && sources.includes(`'nonce-${nonce}'`))
    return isCovered ? [] : [`the policy blocks ${element.slice(0, 60)}…`]
  })
}
