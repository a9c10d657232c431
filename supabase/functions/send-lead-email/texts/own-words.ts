import { maxText } from './tokens.ts'

/** Format characters, variation selectors and fillers. */
const invisible = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu

/** Letters in black circles or boxes and of flags, such as '🅢🅣🅞🅟', which are no letters in Unicode. */
const boxedLetters = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
function toLetter(boxed: string) {
  const code = boxed.codePointAt(0) ?? 0
  return String.fromCodePoint(0x61 + (code < 0x1f1e6 ? (code - 0x1f150) % 32 : code - 0x1f1e6))
}

/**
 * How phones word a reaction in English, French, Spanish, Portuguese and German: 'Liked “…”' (iOS), '👍 to
 * “…”' or 'Reacted 👍 to “…”' (Android).
 */
const reactions = [
  /^(?:dis)?liked |^loved |^emphasi[sz]ed |^laughed at |^questioned |^removed an? |^rea[cg]/u,
  /^(?:j['’]?)?aim[eé]|^(?:je )?n['’]aime|^(?:[aà]|vous avez) (?:aim|ador|r[eé]agi|ri|mis en)|^ador[eéo]/u,
  /^(?:le|te|me) (?:gust|encant|disgust)|^no (?:le|te|me) gust|^se (?:ri|enfati)|^(?:enfatiz|cuestion|pregunt)/u,
  /^(?:n[aã]o )?gostou |^amou |^riu |^destacou |^questionou |^gef[aä]llt |^(?:hat|du hast) /u,
  /^[^\p{L}\p{N}]+(?:to|a|à|au|zu|auf) /u,
]
/** The longest beginning, such as 'Removed an exclamation mark from'. */
const maxReaction = 60

/**
 * What the sender wrote: without reactions, quotations of older messages, signatures and invisible
 * characters. Takes linear time.
 */
export function ownWords(text: string): string {
  const shown = text
    .slice(0, maxText)
    .normalize('NFKC')
    .slice(0, maxText)
    .replace(invisible, '')
    .replace(boxedLetters, toLetter)
    .trim()
  return withoutQuotedLines(withoutInstruction(withoutReaction(shown)))
}

/** Also removes the quoted message. If that is cut, no quotation mark ends it. */
function withoutReaction(text: string): string {
  const start = text.slice(0, maxReaction).search(/["“”«„‟]/u)
  if (start < 1) return text
  const beginning = text.slice(0, start).toLowerCase()
  if (!reactions.some((reaction) => reaction.test(beginning))) return text
  const end = Math.max(...['"', '“', '”', '»'].map((mark) => text.lastIndexOf(mark)))
  return end > start ? text.slice(end + 1) : ''
}

/**
 * Removes quotations of a sentence about how to stop, which no list of reactions covers in every language. If
 * nothing else is left, the person wrote it.
 */
function withoutInstruction(text: string): string {
  const left = text.replace(/["“”„‟«][^"“”„‟«»]*["“”»]/gu, (quoted) =>
    instruction.test(quoted) && quoted.split(' ').length > 2 ? ' ' : quoted,
  )
  return /[\p{L}\p{N}\p{Emoji}]/u.test(left) ? left : text
}

const instruction =
  /(?:reply|text|txt|send|respond|answer)[^\p{L}]+(?:with[^\p{L}]+)?stop|stop[^\p{L}]*(?:to|2|=|for|pour|para|zum|per)[^\p{L}]/iu

/**
 * Removes lines that begin with '>', the line above them ('On …, Brand wrote:'), and signatures. Without such
 * lines, everything below 'wrote:' is a quotation.
 */
function withoutQuotedLines(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/u).map((line) => line.trim())
  const own: string[] = []
  const isMarked = lines.some(isQuoted)
  for (const [index, line] of lines.entries()) {
    // Outlook quotes the older message's head.
    if (isSender(line) && /^[\p{L} ]{2,12}[:：]/u.test(lines[index + 1] ?? '')) break
    if (isQuoted(line)) continue
    const introduction = introductionAt(line.toLowerCase())
    if (introduction === undefined) {
      if (!isSignature(line)) own.push(line)
      continue
    }
    own.push(line.slice(0, introduction))
    // Long introductions are broken before 'wrote:'.
    if (introduction === 0 && isOpenIntroduction(own.at(-2))) own.splice(-2)
    if (!isMarked) break
  }
  return own.join('\n')
}

const isQuoted = (line: string) => /^[>|›»]/u.test(line)

const isSender = (line: string) =>
  /^(?:from|von|de|da|van|från|fra|od|от|发件人|寄件者|差出人|보낸 사람) ?[:：]/iu.test(line)

const isSignature = (line: string) => /^[-–— ]*(?:sent from |get outlook |envoy[eé] de )/iu.test(line)

/** Undefined if the line introduces no quotation. */
function introductionAt(line: string): number | undefined {
  if (/^-{2,} ?(?:original|forwarded) message|^begin forwarded message/u.test(line)) return 0
  // In every language, the line ends with a colon, and most have a year or an address.
  if (/[:：]$/u.test(line) && (isDated(line) || / <[^ ]+@|^(?:am|op) .* sch/u.test(line))) return 0
  if (/(?:escribió|escreveu|ha scritto|skrev|napisał(?:\(a\))?|пишет|написал(?:\(а\))?) ?:$/u.test(line))
    return 0
  const verb = ['wrote:', 'a écrit :', 'a écrit:'].map((words) => line.indexOf(words)).find((at) => at >= 0)
  if (verb === undefined) return undefined
  if (verb === 0 || /^(?:on|le) /u.test(line)) return 0
  const inside = Math.max(line.lastIndexOf(' on ', verb), line.lastIndexOf(' le ', verb))
  return inside < 0 ? undefined : inside
}

/** A year and one more number. */
function isDated(line: string): boolean {
  const year = /\b20\d\d\b/u.exec(line)
  return year !== null && /\d/u.test(line.slice(0, year.index) + line.slice(year.index + 4))
}

const isOpenIntroduction = (line = '') => /^(?:on|le) .*\d/iu.test(line)
