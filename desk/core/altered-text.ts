const languages = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt']

const namesIn = (language: string) =>
  Array.from({ length: 12 }, (_, month) => {
    const write = (options: Intl.DateTimeFormatOptions) =>
      new Date(Date.UTC(2026, month, 1 + month)).toLocaleDateString(language, { ...options, timeZone: 'UTC' })
    return [write({ month: 'long' }), write({ weekday: 'long' })]
  }).flat()

/** The names of months and days in lower case, without accents. */
const names = languages.flatMap(namesIn).map((name) => fold(name))

// A digit, and only what numbers, dates and times contain. Letters are judged below.
const shape = /^(?=.*\p{Nd})[\p{Nd}\p{L}\p{Sc}\s.,٫٬:/\\\-–%°'’()]*$/u

/**
 * Letters within a number or a time: a power of ten, AM and PM, ISO 8601, an ordinal, and dates and times in
 * Chinese, Japanese and Korean.
 */
const signs = /^(?:e|t|z|a|p|am|pm|st|nd|rd|th|er|h|de|d|usd|eur|gbp|cad|aud|[年月日号時时分秒년월일시분초])$/

/** Truth values and errors, in the languages of the spreadsheets. */
const values =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso|vero|waar|onwaar|#(?:N\/A|GETTING_DATA|[A-Z][A-Z0-9/_]*[!?]))$/i

/** Names of currencies before the number, as in 'R$ 5'. */
const currency = /^(?:(?:us|r|ca?|au?|nz|hk)(?=\$)|(?:usd|eur|gbp|cad|aud) )/i

// Phone numbers as people write them. Spreadsheets leave them as they are, unless they read as one number.
const phone = /^(?=(?:\D*\d){9})[\d\s.\-–/()]*$/
/** In accounts, a number in brackets or with a minus behind it is negative. */
const negative = /^\(\s*[\d.,\s]*\d\s*\)$|^\d[\d.,\s]*-$/
const oneNumber = /^\d+(?:[.,]\d+)?$|^\d{1,3}(?:[.,\s]\d{3})+$|^0?\d+$/

/** No number or date is longer. Sorting thousands of accents on one letter would take seconds. */
const maxLength = 200

function fold(text: string) {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase()
    .normalize('NFC')
}

/** A month or a day may be shortened to three letters or more. */
const isDateName = (word: string) => word.length >= 3 && names.some((name) => name.startsWith(word))

/**
 * Whether a spreadsheet would show something else, because it takes the text for a number (01, 1.10, 5.0,
 * 123456789012, 1e5), a date (nov-26, 3/4, June 2), a time (10:30), a fraction (1/2), a truth value or an
 * error.
 */
export function isAltered(text: string): boolean {
  if (text.length > maxLength) return false
  const bare = text.replace(/^'+/, '').normalize('NFKC').trim().replace(currency, '')
  if (values.test(bare)) return true
  if (/^[\d.,]+e[+-]?\d+$/i.test(bare)) return true
  if (/^(?:0|[1-9]\d{0,10})$/.test(bare)) return text.trim() !== bare
  if (!shape.test(bare) || (phone.test(bare) && !oneNumber.test(bare) && !negative.test(bare))) return false
  // Only a month may come before the first digit.
  const first = bare.search(/\p{Nd}/u)
  const wordsIn = (part: string) => fold(part).match(/\p{L}+/gu) ?? []
  return (
    wordsIn(bare.slice(0, first)).every(isDateName) &&
    wordsIn(bare.slice(first)).every((word) => signs.test(word) || isDateName(word))
  )
}
