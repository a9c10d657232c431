import { parseHTML } from 'linkedom'

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DETAILS DIV DL DT FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TD TH TR UL'.split(
    ' ',
  ),
)
const unread = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'SVG'])

/**
 * The text, one line a block, and the addresses of links to email and phone. A list's items begin with the
 * line before the list if it ends with a colon.
 */
export function readPage(html: string): string {
  const lines = ['']
  const begin = () => {
    if (lines.at(-1) !== '') lines.push('')
  }
  const rest: { node: Node; isItem: boolean; isEnd?: boolean }[] = [
    { node: parseHTML(html).document as unknown as Node, isItem: false },
  ]
  let lead = ''
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, isItem, isEnd } = next
    const name = node.nodeName.toUpperCase()
    if (node.nodeType === 3) lines[lines.length - 1] += (node.textContent ?? '').replace(/\s+/g, ' ')
    if (node.nodeType === 3 || unread.has(name)) continue
    if (blocks.has(name)) {
      const ended = lines.at(-1)?.trim() ?? ''
      if (!isItem && ended) lead = ended.endsWith(':') ? ended : ''
      begin()
    }
    if (isEnd) continue
    if (name === 'LI' && lead) lines[lines.length - 1] += `${lead.slice(0, -1)} `
    const link = name === 'A' ? (node as Element).getAttribute('href') : null
    if (link && /^(?:mailto|tel):/i.test(link))
      lines[lines.length - 1] += ` ${link.slice(link.indexOf(':') + 1)} `
    const isInItem = isItem || name === 'LI'
    rest.push({ node, isItem: isInItem, isEnd: true })
    for (const child of [...node.childNodes].reverse()) rest.push({ node: child, isItem: isInItem })
  }
  return lines
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}
