import assert from 'node:assert/strict'
import test from 'node:test'
import { writeCsv } from '../../desk/core/csv.ts'
import { extraFields } from '../../supabase/functions/_shared/lead.ts'
import { pagesOf, sampleLead } from './sample.ts'
import texts from './texts.json' with { type: 'json' }

const half = texts.length / 2
const toLead = (text: string) => sampleLead({ name: text, campaign: { utm_campaign: text } })
const pages = pagesOf(texts.slice(0, half).map(toLead), texts.slice(half).map(toLead))
const csv = (await Array.fromAsync(writeCsv(pages))).join('')

// Matches text that a spreadsheet would execute or alter. This pattern does not depend on the one in csv.ts.
const isDangerous = /(?:^|[\t\r\n;])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}|^(?:0\d+|\d{12,}|\d+e\d+)$/iu
const apostrophe =
  /(?<=^|[\t\n;])'(?=['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?='*(?:\p{Cc}|(?:0\d+|\d{12,}|\d+e\d+)$))/giu

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
  assert.match(csv, /^\ufeff"created_at_utc","name",/)
  assert.equal(csv.split('created_at_utc').length, 2)
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
  for (const column of ['name', 'utm_campaign']) {
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
  variant: 'b',
  submissions: 3,
  changes: 2,
  updated_at: '2026-11-22T00:00:00+00:00',
  latest_at: '2026-11-23T00:00:00+00:00',
  confirmed_at: '2026-11-24T00:00:00+00:00',
  watched_percent: 75,
  suspected_bot: true,
  mails: [
    { ...mail, kind: 'visitor', status: 'sent', reason: null },
    { ...mail, kind: 'owner', status: 'failed', reason: 'rejected' },
    { ...mail, kind: 'webhook', status: 'held', reason: 'suspected_bot' },
  ],
})

test('each column holds what its name says', async () => {
  const text = (await Array.fromAsync(writeCsv(pagesOf([lead])))).join('')
  const [header = [], row = []] = readCsv(text.slice(1))
  assert.deepEqual(
    header.map((name, index) => `${name} ${row[index]}`),
    [
      'created_at_utc 2026-11-21 09:05:01',
      'name Ada Lovelace',
      'email ada@example.org',
      'phone (201) 555-0123',
      "phone_e164 '+12015550123",
      'country_code US',
      ...Object.keys(extraFields).map((name) => `${name} `),
      'source campaign:spring',
      'referrer ',
      'variant b',
      'utm_source news',
      'utm_medium mail',
      'utm_campaign spring',
      'utm_term term',
      'utm_content top',
      'utm_id u1',
      'gclid g1',
      'gbraid g2',
      'wbraid g3',
      'fbclid f1',
      'ttclid t1',
      'msclkid m1',
      'twclid w1',
      'li_fat_id l1',
      'submissions 3',
      'changes 2',
      'latest_at_utc 2026-11-23 00:00:00',
      'confirmed_by_mail_at_utc 2026-11-24 00:00:00',
      'consent given',
      'consent_withdrawn_at_utc ',
      'watched_percent 75',
      'suspected_bot true',
      'preview false',
      'visitor_mail sent',
      'owner_mail failed',
      'webhook held: suspected bot',
      'id 00000000-0000-4000-8000-000000000000',
    ],
  )
})
