/** No address with the name around it is longer. */
const maxPasted = 1_000

/**
 * Without the name around it, a label such as `mailto:`, brackets, quotation marks, markup and the end of a sentence.
 * Returns any other text trimmed. components/loader/loader-script.ts does the same on the page.
 */
export function pastedAddress(typed: string): string {
  const text = typed.replace(/\p{Cf}/gu, '').trim()
  if (text.length > maxPasted) return text
  const words = text.split(/[\s<>()[\],;"“”«»]+/u).filter((word) => /[^:]@./u.test(word))
  // Copied from Markdown or HTML, the address stands there twice.
  const [address, other] = new Set(
    words.map((word) =>
      word
        .replace(/(@[^?]*).*/u, '$1')
        .replace(/^['*`|•\p{Pi}\p{Pf}\p{Ps}]*(?:[a-z-]+:(?!\/))?['‘’]*|[^\p{L}\p{N}@]+$/giu, ''),
    ),
  )
  return (!other && address) || text
}
