/**
 * Removes control characters from a text. Then cuts the text so that it has at most this many bytes when it is
 * written as JSON.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  let kept = text.slice(0, maxBytes).replace(/[\p{Cc}\p{Cs}]/gu, '')
  while (jsonBytes(kept) > maxBytes)
    kept = kept.slice(0, Math.floor(kept.length * 0.9)).replace(/\p{Cs}$/u, '')
  return kept
}

const jsonBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length - 2
