import { type ExtraField, extraFields } from '../../site/fields.ts'
import type { CountryCode } from '../../supabase/functions/_shared/lead.ts'
import type { Random } from './random.ts'

/** The same data with the same key is still one submission. */
export type Submission = {
  key: string
  name: string
  email: string
  phone: string
  countryCode: CountryCode
}

// Names in more than forty scripts. Some contain emoji, invisible characters or right-to-left text. They break any
// code that gets Unicode wrong.
const names = `Ada Zoë Αθηνά Борис Ѳома Գայանե דוד مريم ܡܪܝܡ ޢާއިޝާ ߞߊߙߊ मीरा অনিল ਹਰਪ੍ਰੀਤ રવિ ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ
  മലയാളം සිංහල สมชาย ລາວ བཀྲ་ཤིས မြန်မာ თამარ 한글 አበበ ᏣᎳᎩ ᐃᓄᒃ ᚠᚢᚦ ᚑᚌᚐᚋ ខ្មែរ ᠮᠣᠩᠭᠣᠯ ひらがな カタカナ 漢字 ㄅㄆㄇ ꆈꌠ ⴰⵎⴰⵣⵉⵖ ᜊᜌ᜔ᜊᜌᜒᜈ᜔
  ꦗꦮ ᬩᬮᬶ ᮞᮥᮔ᮪ᮓ 𐍅𐌿𐌻𐍆 𐎠𐎡𐎢 𓂀𓃀 𐤀𐤁𐤂 𝓐𝓭𝓪 O'Brien-Núñez 👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 🇨🇦 🧑🏿‍🦽‍➡️ ☺️ ❤ \u202eevil\u202c \u2067abc\u2069 \u200fx
  a\u200db x\ufeffx ﬁﬂ ～＝`.split(/[ \n]+/)
const marks = ['', '', '\u0301', '\u0308', '\u0323', '\u0327', '\u20dd', '\u2028y', '\u00a0x']
const phones: [CountryCode, string][] = [
  ['US', '(201) 555-0123'],
  ['UK', '07400 123456'],
  ['CA', '506-234-5678'],
  ['AU', 'call me after six'],
]

const required = Object.entries<ExtraField>(extraFields).filter(([, field]) => field.required)
const extras = Object.fromEntries(required.map(([name]) => [name, 'Any text']))

/** From a new person. Both the person and the owner should get an email. */
export function makeSubmission(random: Random, changes: Partial<Submission> = {}): Submission {
  const key = random.uuid()
  const [countryCode, phone] = random.pick(phones)
  const name = `${random.pick(names)}${random.pick(marks)} ${random.pick(names)}`
  return { key, name, email: `${key}@example.com`, phone, countryCode, ...extras, ...changes }
}

export const makeSubmissions = (random: Random, count: number) =>
  Array.from({ length: count }, () => makeSubmission(random))
