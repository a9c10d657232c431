/**
 * Returns a text for a terminal or a document: what would steer it, or change the order of what is shown, stands there as
 * its code, such as \u{1b}. The joiners stay, since emoji and some scripts need them.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
