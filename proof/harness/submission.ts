import type { CountryCode } from '../../supabase/functions/_shared/lead.ts'
import type { Random } from './random.ts'

/** What one visitor sends; the key makes every repetition the same submission. */
export type Submission = {
  key: string
  name: string
  email: string
  phone: string
  countryCode: CountryCode
}

const names = [
  'Ada Lovelace',
  'Zoe\u0308 Ångström',
  '山田 太郎',
  'محمد علي',
  'Ѳеодоръ',
  "O'Brien-Núñez",
  '👩‍🚀 Sally',
]
const phones: [CountryCode, string][] = [
  ['US', '(201) 555-0123'],
  ['UK', '07400 123456'],
  ['CA', '506-234-5678'],
  ['AU', 'call me after six'],
]

/** A person of their own, so that every submission owes both mails. */
export function makeSubmission(random: Random, changes: Partial<Submission> = {}): Submission {
  const key = random.uuid()
  const [countryCode, phone] = random.pick(phones)
  return { key, name: random.pick(names), email: `${key}@example.com`, phone, countryCode, ...changes }
}

/** So many of them. */
export const makeSubmissions = (random: Random, count: number) =>
  Array.from({ length: count }, () => makeSubmission(random))
