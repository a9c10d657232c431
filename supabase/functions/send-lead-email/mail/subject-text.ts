// Invisible characters that change the direction of the text around them (UAX #9).
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns a subject as one line of at most 120 characters. Submitted text cannot change its direction or hide encoded words. */
export function subjectText(text: string): string {
  const line = text
    .replace(bidiControls, '')
    // Mail programs decode the text after `=?`, so this text could hide anything (RFC 2047, section 5).
    .replaceAll('=?', '= ?')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = Array.from(line.toWellFormed())
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : characters.join('')
}
