import type { Random } from '../harness/random.ts'

// One word of each of forty scripts and more, then what breaks careless code.
const words = `Ada Zoë Αθηνά Борис Ѳома Գայանե דוד مريم ܡܪܝܡ ޢާއިޝާ ߞߊߙߊ मीरा অনিল ਹਰਪ੍ਰੀਤ રવિ ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ
  മലയാളം සිංහල สมชาย ລາວ བཀྲ་ཤིས မြန်မာ თამარ 한글 አበበ ᏣᎳᎩ ᐃᓄᒃ ᚠᚢᚦ ᚑᚌᚐᚋ ខ្មែរ ᠮᠣᠩᠭᠣᠯ ひらがな カタカナ 漢字 ㄅㄆㄇ ꆈꌠ ⴰⵎⴰⵣⵉⵖ ᜊᜌ᜔ᜊᜌᜒᜈ᜔
  ꦗꦮ ᬩᬮᬶ ᮞᮥᮔ᮪ᮓ 𐍅𐌿𐌻𐍆 𐎠𐎡𐎢 𓂀𓃀 𐤀𐤁𐤂 𝓐𝓭𝓪`.split(/\s+/)
const marks = ['\u0301', '\u0308', '\u0323', '\u0327', '\u20dd']
const emojis = ['👩‍👩‍👧', '👩🏽‍🚀', '🏳️‍🌈', '🇨🇦', '🧑🏿‍🦽‍➡️', '☺️', '❤']
const odd = [
  '\u202eevil\u202c',
  '\u2067abc\u2069',
  '\u200fx',
  'a\u200db',
  '\ufeffx',
  'x\u2028y',
  '\u00a0x\u00a0',
  'ﬁ ﬂ',
  '～＝',
]

/** How many scripts the words are of, by Unicode's own count. */
export const wordCount = words.length

/** A name that a person may have, or that breaks careless code, and that must come through unharmed. */
export function goodName(random: Random, index: number): string {
  const word = words[index % words.length] ?? ''
  const marked = word + Array.from({ length: random.below(6) }, () => random.pick(marks)).join('')
  const kinds = [
    word,
    marked,
    `${word} ${random.pick(emojis)}`,
    `${random.pick(odd)}${word}`,
    `${word} ${random.pick(words)}`,
  ]
  return `${random.pick(kinds)}${index}`
}

/** A name that no mail or database takes: a control character or half a character in it. */
export function badName(random: Random): string {
  const control = String.fromCharCode(random.pick([0, 1, 7, 8, 0x1b, 0x7f, 0x80, 0x85, 0x9f, 10, 13]))
  return `Ada${control}Lovelace`
}
