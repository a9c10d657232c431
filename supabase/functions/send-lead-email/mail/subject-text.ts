import { strangersText } from './strangers-text.ts'

/**
 * One line of at most 120 characters. A submitted text cannot change the writing direction or hide encoded
 * words.
 */
export function subjectText(text: string): string {
  const line = strangersText(text)
    // Mail programs decode what follows `=?`, which could hide anything (RFC 2047, section 5).
    .replaceAll('=?', '= ?')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = Array.from(line.toWellFormed())
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : characters.join('')
}
