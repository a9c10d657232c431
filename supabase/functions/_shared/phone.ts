import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countries } from '../../../site/fields.ts'
import { type CountryCode, countryCodes } from './lead.ts'
import { pastedAddress } from './pasted-address.ts'

const invisible = /[\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0]/gu
const dashes = /[\p{Pd}\u2212\u00ad~]/gu
const dots = /[·•∙⋅・‧●▪|_*]/gu
/** An alternative for the last digits, as in '+1 201 555 0123/4'. */
const alternative = /(?<=\d) ?\/ ?\d{1,3}$/u
/** 'Extension' in French, which libphonenumber lacks. */
const frenchExtension = /(?<=\d)[ ,]*(?:poste|p\.)[ .:#]*(?=\d{1,6}$)/iu
const maxTyped = 200

/** Null if the number is invalid. The first of two numbers counts. */
export function toE164(typed: string, country: CountryCode): string | null {
  const number = read(typed, country, (one) => one.isValid()) ?? firstIn(typed, country)
  return number?.number ?? null
}

/** Dialled before a country code. */
const dialPrefix = /^\D*(?:0011|00|011(?=[ -]))[ -]*/u

/**
 * E.164. Null for an impossible number, or one without its country. It need not be in use as far as
 * libphonenumber knows, whose lists lack the newest numbers.
 */
export function toInternational(typed: string): string | null {
  const text = clean(typed).replace(dialPrefix, '+')
  const valid = read(text, undefined, (number) => number.isValid())
  // libphonenumber drops a letter that was typed for a digit, which may leave a stranger's number.
  const possible = /\d\p{L}|\p{L}\d/u.test(text)
    ? undefined
    : read(text, undefined, (number) => number.isPossible())
  return (valid ?? possible)?.number ?? null
}

/**
 * For a phone number of a country in the form, however written, returns the digits by which the search finds
 * it. Otherwise returns the text, or its digits if it has no letters.
 */
export function toSearch(typed: string): string {
  const text = clean(typed)
  if (text.includes('@')) return pastedAddress(typed)
  if (text.replace(/\D/gu, '').length < 3) return typed
  const readIn = (country: CountryCode) => read(text, country, (one) => one.isValid())
  const number = firstOf(readIn) ?? firstOf((country) => firstIn(typed, country))
  if (number) return isInternational(text) ? number.number : number.nationalNumber
  return /\p{L}/u.test(text)
    ? typed
    : text
        .replace(dialPrefix, '+')
        .replace(/[^\d+]+/gu, ' ')
        .trim()
}

/**
 * Cleans the text first, because people write numbers in ways that libphonenumber does not know. Replaces
 * letters that look like digits, and signs between digits, only if there is no number otherwise.
 */
function read(
  typed: string,
  country: CountryCode | undefined,
  isRight: (number: PhoneNumber) => boolean,
): PhoneNumber | undefined {
  const text = clean(typed)
  const digits = text.replace(
    /(?<=\d[ ().-]?)[oOlI]+(?=[ ().-]?[\doOlI]|$)|(?<![^(+ ])[oOlI](?=[ ().-]?[\doOlI])|[lI](?=\d)/gu,
    (letters) => letters.replace(/o/giu, '0').replace(/[lI]/gu, '1'),
  )
  const forms = [
    text,
    digits,
    text.replace(/^\D*00[ (-]*(?=1\D*\d)/u, '+'),
    digits.replace(/[^\d+]+/gu, ' '),
    // Mexican mobiles had a 1 until 2019, and WhatsApp still shows it.
    text.replace(/^\+52[ (-]*1(?=\D?\d)/u, '+52 '),
  ]
  for (const form of new Set(forms)) {
    const number = parsePhoneNumberFromString(form, country && countries[country].region)
    if (number && isRight(number)) return number
  }
  return undefined
}

/** In a country of the form. */
function firstOf(find: (country: CountryCode) => PhoneNumber | undefined): PhoneNumber | undefined {
  for (const country of countryCodes) {
    const number = find(country)
    if (number) return number
  }
  return undefined
}

/** Between a number and something else: a sign, or a word. */
const between = /[/,;&|\n]| - | (?=\+\d)|(?<=\d)\D*?\p{L}\D*(?=\d)/u

/**
 * The first number among other words and numbers. Never joins the end of one with the beginning of another,
 * as findPhoneNumbersInText does: that would be a stranger's number.
 */
function firstIn(typed: string, country: CountryCode): PhoneNumber | undefined {
  const parts = typed.slice(0, maxTyped).split(between)
  return parts
    .flatMap((part) => [part, ...halvesOf(part)])
    .map((part) => read(part, country, (number) => number.isValid()))
    .find(Boolean)
}

/** Two numbers of the same length with only a space between. */
function halvesOf(part: string): string[] {
  const words = part.trim().split(/\s+/u)
  const lengthOf = (some: string[]) => some.join('').replace(/\D/gu, '').length
  const middle = words.findIndex((_, at) => lengthOf(words.slice(0, at)) === lengthOf(words.slice(at)))
  return middle > 0 ? [words.slice(0, middle).join(' ')] : []
}

const isInternational = (text: string) => /^[^\d+]*(?:\+|00|011)/u.test(text)

/**
 * Removes what shows nothing or is no part of the number, and the zero in '(0)' after a '+'. Writes digits,
 * dashes and dots in ASCII.
 */
function clean(typed: string): string {
  const text = typed
    .slice(0, maxTyped)
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(dots, ' ')
    .replace(/[\t\n\r\u2028\u2029]+/gu, ' ')
    .replace(invisible, '')
    .replace(/\p{Nd}/gu, toDigit)
    .trim()
    .replace(alternative, '')
    .replace(frenchExtension, ' ext. ')
    .replace(/^\++/u, '+')
    // The page or the browser had typed the country code, and the person typed the whole number after it.
    .replace(/^(?:\+?\d{1,3}|00|011) ?(?=\+\d)/u, '')
  return isInternational(text) ? text.replace(/\( ?0 ?\)/u, ' ') : text
}

/** In Unicode, a script's ten digits follow each other. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return digit
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
