import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'
import { stringify } from 'csv-stringify/sync'
import { writeCsv } from '../csv.ts'
import { pagesOf, sampleLead } from './sample.ts'
import texts from './texts.json' with { type: 'json' }

const folder = await mkdtemp(path.join(tmpdir(), 'leads-'))
test.after(() => rm(folder, { recursive: true }))

const file = path.join(folder, 'leads.csv')
const half = texts.length / 2
const toLead = (text: string) => sampleLead({ name: text, campaign: { utm_campaign: text } })
const pages = pagesOf(texts.slice(0, half).map(toLead), texts.slice(half).map(toLead))
const csv = (await Array.fromAsync(writeCsv(pages))).join('')
await writeFile(file, csv)

// Written apart from the rule under test: what a spreadsheet acts on, and what it would alter.
const isDangerous = /(?:^|[\t\r\n;])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^\p{Cc}|^(?:0\d+|\d{12,}|\d+e\d+)$/iu
const apostrophe =
  /(?<=^|[\t\n;])'(?=['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?='*(?:\p{Cc}|(?:0\d+|\d{12,}|\d+e\d+)$))/giu

/** What a reader of the file is to find: a break of a line is one LF, since LibreOffice knows no other within a cell. */
const written = texts.map((text) => text.replaceAll(/\r\n?/g, '\n'))

const hasPython = spawnSync('python3', ['--version']).status === 0
const hasOffice = spawnSync('soffice', ['--version']).status === 0

function readWithPython(csvFile: string): Record<string, string>[] {
  const script = `import csv, json, sys
with open(sys.argv[1], encoding='utf-8-sig', newline='') as file: print(json.dumps(list(csv.DictReader(file, strict=True))))`
  return JSON.parse(execFileSync('python3', ['-c', script, csvFile], { encoding: 'utf8' }))
}

/** Opens a CSV file with this separator as code, formulas evaluated and quoted fields not taken for text, and saves it. */
async function convert(csvFile: string, separator: number, format: string, ending: string) {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile'))}`
  const filter = `--infilter=CSV:${separator},34,76,1,,0,false,true,false,false,false,0,true`
  const target = await mkdtemp(path.join(folder, 'converted-'))
  const args = [profile, '--headless', filter, '--convert-to', format, '--outdir', target, csvFile]
  execFileSync('soffice', args, { stdio: 'ignore' })
  return path.join(target, `${path.parse(csvFile).name}.${ending}`)
}

const countFormulas = async (csvFile: string, separator: number) => {
  const document = await readFile(await convert(csvFile, separator, 'fods', 'fods'), 'utf8')
  return document.split('table:formula=').length - 1
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

test('Python reads no cell that a spreadsheet takes for a formula, and every text with its lines', {
  skip: !hasPython && 'python3 is not installed',
}, () => {
  const rows = readWithPython(file)
  assert.ok(texts.filter((text) => isDangerous.test(text)).length > 150)
  for (const column of ['name', 'utm_campaign']) {
    const cells = rows.map((row) => row[column] ?? '')
    assert.deepEqual(
      cells.filter((cell) => isDangerous.test(cell)),
      [],
    )
    assert.deepEqual(
      cells.map((cell) => cell.replace(apostrophe, '')),
      written,
    )
  }
  assert.equal(rows[0]?.phone_e164, "'+12015550123")
  assert.equal(rows[0]?.created_at_utc, '2026-11-21 09:05:01')
  assert.equal(rows[0]?.visitor_mail, 'sent')
})

test('LibreOffice makes no formula of any text, whichever separator it takes, and keeps every text', {
  skip: !(hasOffice && hasPython) && 'LibreOffice or python3 is not installed',
}, async () => {
  const raw = path.join(folder, 'raw.csv')
  await writeFile(
    raw,
    stringify(
      texts.map((text) => ['x', text]),
      { quoted_string: true },
    ),
  )
  for (const [separator, fewest] of [
    [44, 3],
    [59, 3],
  ] as const) {
    assert.ok((await countFormulas(raw, separator)) >= fewest, 'the unguarded texts make formulas')
    assert.equal(await countFormulas(file, separator), 0)
  }

  const saved = await convert(file, 44, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true', 'csv')
  const cells = readWithPython(saved).map(({ name = '' }) => name)
  assert.equal(cells.length, written.length)
  // It keeps no U+0000, which Postgres has in no text.
  const pairs = written.map((text, index) => [text, cells[index]?.replace(apostrophe, '')])
  const kept = pairs.filter(([text]) => !text?.includes('\0'))
  assert.deepEqual(
    kept.map(([, cell]) => cell),
    kept.map(([text]) => text),
  )
})
