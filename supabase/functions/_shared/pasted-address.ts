/** No address with the name around it is longer. */
const maxPasted = 1_000

/**
 * Without the name around it, `mailto:`, brackets, quotation marks and the end of a sentence. Returns any
 * other text trimmed.
 */
export function pastedAddress(typed: string): string {
  const text = typed.replace(/\p{Cf}/gu, '').trim()
  if (text.length > maxPasted) return text
  const bracketed = [...text.matchAll(/[<[(]([^\s<>()[\]]+@[^\s<>()[\]]+)[>\])]/gu)].map(([, one = '']) =>
    one.replace(/^mailto:/i, ''),
  )
  const words = text.split(/[\s,;<>]+/u).filter((word) => /[^:]@./u.test(word))
  const [address = text, ...others] = new Set(bracketed.length > 0 ? bracketed : words)
  if (others.length > 0) return text
  return address
    .replace(/^["'“”‘’«»([:]*(?:mailto:|e-?mail:)?["'“”‘’«»([:]*/iu, '')
    .replace(/\?.*$/su, '')
    .replace(/["'“”‘’«»)\].,;:!]{1,20}$/u, '')
}
