/** Letters of other scripts, digits and signs that look like a Latin letter. */
const lookalikes = new Map(
  Object.entries({
    ...{
      а: 'a',
      в: 'b',
      е: 'e',
      ё: 'e',
      к: 'k',
      м: 'm',
      н: 'h',
      о: 'o',
      р: 'p',
      с: 'c',
      т: 't',
      у: 'y',
      х: 'x',
    },
    ...{
      ѕ: 's',
      і: 'i',
      ј: 'j',
      ԁ: 'd',
      ԛ: 'q',
      ԝ: 'w',
      α: 'a',
      β: 'b',
      ε: 'e',
      ι: 'i',
      κ: 'k',
      ν: 'v',
      ο: 'o',
    },
    ...{
      ꜱ: 's',
      ᴛ: 't',
      ᴏ: 'o',
      ᴘ: 'p',
      ᴇ: 'e',
      ɴ: 'n',
      ᴅ: 'd',
      ᴜ: 'u',
      ɪ: 'i',
      ʙ: 'b',
      ᴄ: 'c',
      ᴀ: 'a',
      ʟ: 'l',
    },
    ...{ ս: 's', տ: 's', օ: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ı: 'i', ø: 'o', ʀ: 'r', ѵ: 'v' },
    ...{ '0': 'o', '1': 'i', '3': 'e', '5': 's', '7': 't', $: 's', '@': 'a' },
  }),
)

/** Opt-out words that count in any spelling. 'стоп' is STOP on a Russian keyboard. */
const keywords = [
  ...[
    'opt',
    'stop',
    'stopall',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'optout',
    'revoke',
    'remove',
    'arret',
    'start',
  ],
  'unstop',
]
const spellings = new Map([
  ...keywords.map((word) => [squeeze(word), word] as const),
  ...['стоп', 'ctoп', 'ctop', 'sтоп', 'stoп', 'stpo', 'sotp', 'tsop', 'stopt', 'stahp', 'stawp'].map(
    (word) => [word, 'stop'] as const,
  ),
  // A finger beside the key.
  ...['dtop', 'xtop', 'wtop', 'srop', 'syop', 'stip', 'stpp', 'stoo', 'stio', 'stol'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['unsub', 'unsubs', 'unscribe', 'unsubscribed', 'unregister', 'deregister', 'unenroll'].map(
    (word) => [squeeze(word), 'unsubscribe'] as const,
  ),
  ...['harass', 'harassing', 'harassment'].map((word) => [squeeze(word), word] as const),
  ['dnt', 'dont'],
  ['optingout', 'optout'],
  ['optedout', 'optout'],
])
/** Spelled like an opt-out word, but words of their own. */
const others = new Set(['stoop', 'stoops', 'optt'])
const shortest = Math.min(...Array.from(spellings.keys(), (word) => word.length))
const lengthLimit = 60
const isLatin = /^[a-z]+$/
/** Within or after a sentence. */
const marks = '.,;:!?\n…。！？'

/**
 * Twilio passes on at most this much. Sorting thousands of accents on one letter would take seconds. A normal
 * form may write one letter as up to 18, so each cuts again.
 */
export const maxText = 1_600

/**
 * Lower-case words without accents, with opt-out words in one spelling: 'S-T-O-P', 'st0p', 'STOPPP' and
 * 'СТОП' become 'stop'. Between two sentences is the word '.'. Takes linear time.
 */
export function toWords(text: string): string[] {
  const folded = text
    .slice(0, maxText)
    .toLowerCase()
    .replace(/(?<=(?:wrong|this|my) )#/u, 'number')
    .replaceAll('🛑', ' stop ')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670'’‘ʼʹ`´]/gu, '')
    .replaceAll('ı', 'i')
    .normalize('NFC')
  const words: string[] = folded.match(/[\p{L}\p{M}\p{N}$@]+|[.,;:!?\n…。！？]/gu) ?? []
  const spelled = new Map(words.map((word) => [word, '']))
  for (const word of spelled.keys()) spelled.set(word, marks.includes(word) ? '.' : spell(word))
  return joinLetters(words.map((word) => spelled.get(word) ?? word))
}

/** Joins single letters such as 's', 't', 'o', 'p' if they make an opt-out word. */
function joinLetters(words: string[]): string[] {
  const joined: string[] = []
  let letters: string[] = []
  for (const word of [...words, '']) {
    if (word.length === 1) {
      letters.push(word)
      continue
    }
    const together = spell(letters.filter((letter) => letter !== '.').join(''))
    if (letters.length > 2 && keywords.includes(together)) joined.push(together)
    else for (const letter of letters) joined.push(letter)
    letters = []
    joined.push(word)
  }
  return joined.slice(0, -1)
}

/** The opt-out word that it spells, or else the word. */
function spell(word: string): string {
  if (word.length < shortest || word.length > lengthLimit || others.has(word)) return word
  const isPlain = isLatin.test(word)
  let latin = isPlain ? word : ''
  if (!isPlain) for (const letter of word) latin += lookalikes.get(letter) ?? letter
  const squeezed = squeeze(latin)
  const known = spellings.get(word) ?? spellings.get(latin) ?? spellings.get(squeezed)
  if (known) return known
  if (!isPlain) {
    const bare = word.replace(/^\d+|\d+$/gu, '')
    const other = spellings.get(squeeze(word)) ?? spellings.get(bare) ?? spellings.get(squeeze(bare))
    if (other) return other
  }
  if (squeezed.length < 5 || squeezed.length > 13 || !isLatin.test(squeezed)) return word
  return keywords.find((keyword) => isSlip(squeezed, keyword)) ?? word
}

/** 'stoppp' becomes 'stop'. */
function squeeze(word: string): string {
  let squeezed = ''
  let last = ''
  for (const letter of word) {
    if (letter !== last) squeezed += letter
    last = letter
  }
  return squeezed
}

/**
 * A letter is missing or added, or two are swapped, in a long opt-out word. In short ones, such slips make
 * other words.
 */
function isSlip(typed: string, keyword: string): boolean {
  if (keyword.length < 6 || Math.abs(typed.length - keyword.length) > 1) return false
  let same = 0
  while (same < typed.length && typed[same] === keyword[same]) same += 1
  if (same < 2 && keyword.length < 9) return false
  const [t, k] = [typed.slice(same), keyword.slice(same)]
  const isSwapped = t === `${k[1] ?? ''}${k[0] ?? ''}${k.slice(2)}`
  const isReplaced = keyword.length > 8 && t.slice(1) === k.slice(1)
  return t.slice(1) === k || t === k.slice(1) || isSwapped || isReplaced
}
