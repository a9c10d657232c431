import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryCodes } from '../../supabase/functions/_shared/lead.ts'
import { openDatabase } from './open-database.ts'

/** For each country of the form, the regions whose numbers belong to it, and how its kinds of numbers begin. */
const countries: Record<string, { regions: string[]; begins: string[] }> = {
  // The islands Guernsey, Jersey and Man have British numbers, and the territories of the USA American ones.
  UK: { regions: ['GB', 'GG', 'JE', 'IM'], begins: ['447', '4479', '4420', '449', '448'] },
  US: { regions: ['US', 'CA', 'PR', 'VI', 'GU', 'MP', 'AS'], begins: ['1', '1', '1876'] },
  CA: { regions: ['US', 'CA', 'PR', 'VI', 'GU', 'MP', 'AS'], begins: ['1', '1', '1900'] },
  AU: { regions: ['AU', 'CC', 'CX'], begins: ['611', '614', '612', '6113', '6119'] },
}
const begins = Object.values(countries).flatMap((country) => country.begins)
const textable = ['MOBILE', 'FIXED_LINE_OR_MOBILE']
const abroad = ['882', '979', '53', '49', '9725', '88216', '870']

test('each country of the form has its kinds of numbers', () => {
  assert.deepEqual(Object.keys(countries).sort(), countryCodes.toSorted())
})

test('the file for text messages leaves out the numbers that libphonenumber tells apart', async () => {
  await using database = await openDatabase()
  const numbers = [...begins, ...begins, ...abroad].flatMap((begin, round) =>
    Array.from({ length: 120 }, (_, at) => {
      const digits = begin + String(BigInt(1 + at) * 7_919_777_771n * BigInt(round + 3)).slice(0, 10)
      // Numbers have other lengths in each country. Those of a wrong length are left out below.
      return `+${digits}`.slice(0, 11 + (at % 4))
    }),
  )
  const valid = numbers.filter((number) => parsePhoneNumberFromString(number)?.isValid())
  assert.ok(valid.length > 240, `${valid.length}`)
  for (const [country, { regions }] of Object.entries(countries)) {
    const rows = await database.query(
      'select phone, private.number_fault(phone, $2) as fault from unnest($1::text[]) phone',
      [valid, country],
    )
    for (const { phone, fault } of rows as { phone: string; fault: string | null }[]) {
      const number = parsePhoneNumberFromString(phone)
      const isHere = regions.includes(number?.country ?? '')
      const wanted = !isHere
        ? 'other country'
        : textable.includes(number?.getType() ?? '')
          ? null
          : 'no mobile'
      assert.equal(fault, wanted, `${phone}, ${country}: ${number?.country} ${number?.getType()}`)
    }
  }
})
