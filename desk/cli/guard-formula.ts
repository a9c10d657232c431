// Spaces, control characters and what is invisible may stand before the sign, and so may the apostrophes of a guarded text.
const formula = String.raw`['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]`
// Where the list separator of the system is a semicolon, a spreadsheet begins a cell after it even within quotes.
const cellStart = String.raw`(?<=^|[\t\n;])`
// Leading zeros would be lost, and so would the digits after the eleventh; the last is read as a power of ten.
const alteredNumber = String.raw`'*(?:0\d+|\d{12,}|\d+[eE]\d+)$`

const guarded = new RegExp(`${cellStart}(?=${formula})|^(?='*\\p{Cc}|${alteredNumber})`, 'gu')

/**
 * Takes a text whose lines end with LF; returns it with an apostrophe wherever a spreadsheet would begin a formula (at its
 * start, at that of its lines, after tabs and semicolons), and before a number that it would alter. Who removes these again
 * has the text as it was.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardFormula(text: string): string {
  return text.replace(guarded, "'")
}
