import assert from 'node:assert/strict'
import test from 'node:test'
import { writeCsv, writeTextCsv } from '../../desk/core/csv.ts'
import { extraFields } from '../../site/fields.ts'
import { clickIds } from '../../supabase/functions/_shared/lead-request.ts'
import { pagesOf, sampleLead } from './sample.ts'
import texts from './texts.json' with { type: 'json' }

const half = texts.length / 2
const toLead = (text: string) => sampleLead({ name: text, campaign: { utm_campaign: text } })
const pages = pagesOf(texts.slice(0, half).map(toLead), texts.slice(half).map(toLead))
const csv = (await Array.fromAsync(writeCsv(pages))).join('')

// Matches text that a spreadsheet would execute or alter. This pattern does not depend on the one in csv.ts.
const isDangerous = /(?:^|[\t\r\n;])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}|^(?:0\d+|\d{12,}|\d+e\d+)$/iu
const apostrophe =
  /(?<=^|[\t\n;])'(?=['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?='*(?:\p{Cc}|\p{Nd}|true$|false$|#))/giu

/**
 * Whoever reads the file must find these texts in it. Every line break is LF, because LibreOffice understands no
 * other line break within a cell.
 */
const written = texts.map((text) => text.replaceAll(/\r\n?/g, '\n'))

/** Parses CSV strictly by RFC 4180, section 2, and returns rows of cells. Checks that all quotes are closed or doubled. */
function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  const rows: string[][] = [[]]
  let end = 0
  for (const [match, quoted, bare, after] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (after !== ',') rows.push([])
    end += match.length
  }
  assert.deepEqual([end, rows.pop()], [text.length, []])
  return rows
}

test('every line ends with CRLF, and only the first is a header', () => {
  assert.match(csv, /^\ufeff"Signed up \(UTC\)","Name",/)
  assert.equal(csv.split('Signed up').length, 2)
  assert.equal(csv.split('000000000000"\r\n').length - 1, texts.length)
  assert.ok(csv.endsWith('\r\n'))
})

test('a list of nobody is the header', async () => {
  const none = (await Array.fromAsync(writeCsv(pagesOf([])))).join('')
  assert.equal(none, csv.slice(0, csv.indexOf('\r\n') + 2))
})

test('no cell is run or altered by a spreadsheet, and each keeps its text', () => {
  const [header = [], ...rows] = readCsv(csv.slice(1))
  const valuesOf = (column: string) => rows.map((row) => row[header.indexOf(column)] ?? '')
  assert.ok(texts.filter((text) => isDangerous.test(text)).length > 150)
  for (const column of ['Name', 'utm_campaign']) {
    const cells = valuesOf(column)
    assert.deepEqual(
      cells.filter((cell) => isDangerous.test(cell)),
      [],
    )
    assert.deepEqual(
      cells.map((cell) => cell.replace(apostrophe, '')),
      written,
    )
  }
  assert.ok(rows.every((row) => row.length === header.length))
})

const mail = {
  event: null,
  recipient: null,
  attempts: 1,
  last_error: null,
  due_at: '2026-11-20T10:00:00Z',
  sent_at: null,
}
/** A lead that has a different value in every column. */
const lead = sampleLead({
  campaign: {
    ...{
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: 'spring',
      utm_term: 'term',
      utm_content: 'top',
      utm_id: 'u1',
    },
    ...{
      gclid: 'g1',
      gbraid: 'g2',
      wbraid: 'g3',
      fbclid: 'f1',
      ttclid: 't1',
      msclkid: 'm1',
      twclid: 'w1',
      li_fat_id: 'l1',
    },
  },
  variant: 'control',
  submissions: 3,
  changes: 2,
  updated_at: '2026-11-22T00:00:00+00:00',
  latest_at: '2026-11-23T00:00:00+00:00',
  confirmed_at: '2026-11-24T00:00:00+00:00',
  watched_percent: 75,
  booking: 'no-show',
  booking_starts_at: '2026-12-01T10:00:00+00:00',
  booking_pressed_at: '2026-11-25T00:00:00+00:00',
  suspected_bot: true,
  mails: [
    { ...mail, kind: 'visitor', status: 'sent', reason: null },
    { ...mail, kind: 'owner', status: 'failed', reason: 'rejected' },
    { ...mail, kind: 'webhook', status: 'held', reason: 'suspected_bot' },
  ],
})

test('both files say who gets no more emails', async () => {
  for (const write of [writeCsv, writeTextCsv]) {
    const people = pagesOf([false, true].map((refuses_mails) => ({ ...lead, refuses_mails })))
    const [header = [], ...rows] = readCsv(
      (await Array.fromAsync(write(people))).join('').replace(/^\ufeff/, ''),
    )
    const place = header.indexOf('Gets emails')
    assert.deepEqual(
      rows.map((row) => row[place]),
      ['yes', 'no'],
    )
  }
})

test('each column holds what its name says', async () => {
  const text = (await Array.fromAsync(writeCsv(pagesOf([lead])))).join('')
  const [header = [], row = []] = readCsv(text.replace(/^\ufeff/, ''))
  assert.deepEqual(
    header.map((name, index) => `${name} ${row[index]}`),
    [
      'Signed up (UTC) 2026-11-21 09:05:01',
      'Name Ada Lovelace',
      'Email ada@example.org',
      'Gets emails yes',
      'Phone as typed (201) 555-0123',
      "Phone '+12015550123",
      'May be texted yes',
      'Country US',
      ...Object.values<{ label: string }>(extraFields).map(({ label }) => `${label} `),
      'Source spring',
      'Kind of source campaign',
      'Referrer ',
      'Variant original',
      'utm_source news',
      'utm_medium mail',
      'utm_campaign spring',
      'utm_term term',
      'utm_content top',
      'utm_id u1',
      ...Object.keys(clickIds).map((key) => `${key} ${(lead.campaign as Record<string, string>)[key] ?? ''}`),
      'Sign-ups 3',
      'Sign-ups with other data 2',
      'Latest submission (UTC) 2026-11-23 00:00:00',
      'Number confirmed (UTC) 2026-11-24 00:00:00',
      'Consent to texts given',
      'Consent withdrawn (UTC) ',
      'Outcome open',
      'Value ',
      'Currency ',
      'Outcome since (UTC) ',
      'Booked call no-show',
      'Call starts (UTC) 2026-12-01 10:00:00',
      'Booking link clicked (UTC) 2026-11-25 00:00:00',
      'Watched (%) 75',
      'Suspected bot yes',
      'Preview no',
      'Email to the visitor sent',
      'Email to you failed',
      'To the connected system on hold: suspected bot',
      'Reference 00000000-0000-4000-8000-000000000000',
    ],
  )
})

const nameIn = async (name: string) => {
  const text = (await Array.fromAsync(writeCsv(pagesOf([sampleLead({ name })])))).join('')
  const [header = [], row = []] = readCsv(text.replace(/^\ufeff/, ''))
  return row[header.indexOf('Name')]
}

test('what a spreadsheet would take for a number, a date, a time, a truth value or an error stays text', async () => {
  for (const text of [
    ...[
      'nov-26',
      '3/4',
      'June 2',
      '2 June 2026',
      'Sept2',
      'MARCH1',
      '2026-11-26',
      'Mon 2 Nov',
      'déc-26',
      'janvier 3',
    ],
    ...[
      '1.10',
      '5.0',
      '1,000',
      '012345',
      '007',
      '1e5',
      '2E3',
      '1E+05',
      '123456789012',
      '50%',
      '$5',
      '1 000',
      '１/２',
    ],
    ...['1/2', '10:30', '3 pm', '12am', '24/7', '2nd', 'TRUE', 'false', '#N/A', '#REF!', ' 3/4 '],
    ...[
      '１／２',
      '2026年11月26日',
      '10時30分',
      '12월 3일',
      '١٫٥',
      '1er juin',
      'R$ 5',
      'US$5',
      'USD 5',
      '#SPILL!',
      '#CALC!',
    ],
    ...[
      'VERDADERO',
      'Falso',
      'vero',
      'WAAR',
      'Monday 3',
      '12 août 2026',
      '2 de maio de 2026',
      "1'000",
      '26.11.',
      '(5)',
      '(2015550123)',
      '( 201,555 )',
      '2015550123-',
    ],
  ])
    assert.equal(await nameIn(text), `'${text}`)
  for (const text of [
    'Ada',
    'spring 2026',
    'May',
    'v2',
    'b2b',
    '42',
    '0',
    '12345678901',
    '(201) 555-0123',
    '5 min',
    '½',
    '#1',
    'Verona',
    '7-Eleven',
    'No. 5',
    '10x',
    'US$ course',
    'USD 5 off',
  ])
    assert.equal(await nameIn(text), text)
})

test('the file for texting has its numbers as they are dialled, and no other cell that a spreadsheet would change', async () => {
  const texts = ['+44', '+12015550123', 'nov-26', 'Ada']
  const leads = texts.map((name) => sampleLead({ name, phone_e164: '+12015550123' }))
  const text = (await Array.fromAsync(writeTextCsv(pagesOf(leads)))).join('')
  const [header = [], ...rows] = readCsv(text)
  assert.equal(header[0], 'Phone', 'no mark stands before the first name')
  const valuesOf = (column: string) => rows.map((row) => row[header.indexOf(column)])
  assert.deepEqual(
    valuesOf('Phone'),
    texts.map(() => '+12015550123'),
  )
  assert.deepEqual(valuesOf('Name'), ["'+44", "'+12015550123", "'nov-26", 'Ada'])
})

test('the file for texting has the countries as text-message tools read them', async () => {
  const leads = ['US', 'UK', 'CA', 'AU'].map((country_code) => sampleLead({ country_code }))
  const [header = [], ...rows] = readCsv((await Array.fromAsync(writeTextCsv(pagesOf(leads)))).join(''))
  assert.deepEqual(
    rows.map((row) => row[header.indexOf('Country')]),
    ['US', 'GB', 'CA', 'AU'],
  )
})

test('times are in the zone that counts the days, and the column names it', async () => {
  const before = process.env.TZ
  process.env.TZ = 'Australia/Sydney'
  try {
    const late = sampleLead({ created_at: '2026-11-20T22:00:00+00:00' })
    const text = (await Array.fromAsync(writeCsv(pagesOf([late])))).join('')
    assert.match(text, /^\ufeff"Signed up \(Australia\/Sydney\)",.*\r\n2026-11-21 09:00:00,/)
  } finally {
    process.env.TZ = before ?? 'UTC'
  }
})
