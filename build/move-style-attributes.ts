/**
 * Makes classes of the style attributes of a page, which the policy blocks, and adds their rules to the page's style
 * element, whose hash the policy lists. Throws when a page with such attributes has no such element.
 */
export function moveStyleAttributes(html: string): string {
  const rules: string[] = []
  const moved = html.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    rules.push(`.style-${rules.length}{${declarations.replaceAll('&quot;', '"')}}`)
    return ` class="style-${rules.length - 1}"`
  })
  if (rules.length === 0) return html
  if (!moved.includes('</style>')) throw new Error('Found no style element for the styles of a page')
  return moved.replace('</style>', () => `${rules.join('')}</style>`)
}
