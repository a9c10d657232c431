import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoney } from './money.ts'

const cases: Record<string, number | [number, number] | null> = {
  '1200': 1200,
  '0': 0,
  '1,200.50': 1200.5,
  '1.200,50': 1200.5,
  '1200,50': 1200.5,
  '1200.50': 1200.5,
  '1200,5': 1200.5,
  '1.5': 1.5,
  '0.5': 0.5,
  '0,500': 0.5,
  '1 200,50': 1200.5,
  '1\u00a0200,50': 1200.5,
  "1'200.50": 1200.5,
  '1’200': 1200,
  '€ 1.200,50': 1200.5,
  '$1,200.50': 1200.5,
  '1200 EUR': 1200,
  'CHF 1200': 1200,
  '1,200,000': 1_200_000,
  '1.200.000': 1_200_000,
  '1.200.000,5': 1_200_000.5,
  '12,00,000.50': 1_200_000.5,
  '9999999999.99': 9_999_999_999.99,
  '1.200': [1200, 1.2],
  '1,200': [1200, 1.2],
  '12,345': [12_345, 12.34],
  '1,2,3': null,
  '1.200.50': null,
  '1,200,50': null,
  '1.200,500': null,
  '1200.555': null,
  '1200.': null,
  '.5': null,
  '-5': null,
  '1e3': null,
  '12 or 13': null,
  '': null,
  '10000000000': null,
  [`1${',000'.repeat(10_000)}`]: null,
}

for (const [typed, expected] of Object.entries(cases))
  test(`the amount “${typed.slice(0, 20)}” is read as ${JSON.stringify(expected)}`, () => {
    const read = readMoney(typed)
    assert.deepEqual(read && ('amount' in read ? read.amount : read.either), expected)
  })
