import { strangersText } from './strangers-text.ts'

/**
 * Returns a subject as one line of at most 120 characters. Nobody can use a submitted text to change the writing
 * direction or to hide encoded words in the subject.
 */
export function subjectText(text: string): string {
  const line = strangersText(text)
    // Mail programs decode whatever follows `=?`, so a text after these characters could hide anything (RFC 2047,
    // section 5).
    .replaceAll('=?', '= ?')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = Array.from(line.toWellFormed())
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : characters.join('')
}
