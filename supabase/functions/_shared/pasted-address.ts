/** No address with the name around it is longer. */
const maxPasted = 1_000

/**
 * Removes a name around the address, a label such as `mailto:`, brackets, quotation marks, markup and the end
 * of a sentence. Trims any other text. components/loader/loader-script.ts does the same on the page.
 */
export function pastedAddress(typed: string): string {
  const text = typed.replace(/\p{Cf}/gu, '').trim()
  if (text.length > maxPasted) return text
  const words = text.split(/[\s<>()[\],;"“”«»]+/u).filter((word) => /[^:]@./u.test(word))
  // Copies from Markdown or HTML have the address twice.
  const [address, other] = new Set(
    words.map((word) =>
      word
        .replace(/(@[^?]*).*/u, '$1')
        .replace(/^['*`|•\p{Pi}\p{Pf}\p{Ps}]*(?:[a-z-]+:(?!\/))?['‘’]*|[^\p{L}\p{N}@]+$/giu, ''),
    ),
  )
  return (!other && address) || text
}
