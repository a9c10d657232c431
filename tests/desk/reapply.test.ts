import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import test from 'node:test'
import { suppressionWords } from '../../desk/core/suppression-words.ts'
import { openLeads } from './open-leads.ts'
import { personActs } from './person-acts.ts'

const { query, leads, accept, folder, url } = await openLeads()
const { erase, withdraw } = personActs(url)
const file = path.join(folder, 'removals.txt')

test('the list of removals names nobody, and is applied after a restore', async () => {
  await erase('ada@example.org')
  await withdraw('bob@example.org')
  assert.equal((await leads('removals', '--out', file)).code, 0)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => line.replace(/^[0-9a-f-]{36} | \S+Z.*$/g, '')),
    ['erased', 'withdrawn'],
  )

  await query(`delete from consent_events where kind = 'withdrawn'`)
  const { code, out } = await leads('reapply', file)
  assert.deepEqual(
    [code, out],
    [0, 'The files list 2 removals. Made again: the consent of 1 person withdrawn.\n'],
  )
  assert.deepEqual(await query(`select consent from leads where name = 'Bob'`), [{ consent: 'withdrawn' }])
})

test('a file without a removal, and one that is missing, are named', async () => {
  await accept('dot@example.org')
  assert.match((await leads('reapply', import.meta.filename)).err, /list no removal/)
  assert.match(
    (await leads('reapply', path.join(folder, 'none.txt'))).err,
    /none\.txt cannot be read \(ENOENT\)/,
  )
})

test('an email that was saved in any encoding is read', async () => {
  const key = '0b8a5a8e-1111-4222-8333-444455556666'
  const line = `${key} withdrawn 2026-11-20T10:44:55.401123Z from +12015550123`
  const head =
    'From: a@b.example\r\nSubject: Seal\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n'
  const folded = line.replace(' from', ' =\r\nfrom')
  const contents = {
    quoted: `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${folded}\r\n`,
    encoded: `${head}Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(line).toString('base64')}\r\n`,
    body: folded,
    wrapped: `> ${line.replace(' withdrawn', '\r\n> withdrawn')}`,
    html: `${head.replace('plain', 'html')}\r\n<p>${line.replaceAll(' ', '&nbsp;').replace('+', '&#x2B;')}</p>\r\n`,
    wide: Buffer.from(`\ufeff${line}`, 'utf16le'),
  }
  for (const [name, text] of Object.entries(contents)) {
    await query('delete from stopped_numbers')
    await query('delete from number_events')
    await writeFile(file, text)
    const { out } = await leads('reapply', file)
    assert.match(out, /1 number stopped/, name)
  }
})

test('a correction is read however an email was saved', async () => {
  await accept('cyd@example.org')
  const [person] = (await query(
    `select id, removal_key(id) as key from leads where email = 'cyd@example.org'`,
  )) as { id: string; key: string }[]
  assert.ok(person)
  const hex = (address: string) => Buffer.from(address).toString('hex')
  const line = `${person.key} corrected 2026-11-20T10:44:55.401123Z from ${hex('cyd@example.org')} to ${hex('c&d=20@example.org')} as 12`
  const contents = {
    plain: line,
    wrapped: `> ${line.replaceAll(/ (?=corrected|from|to|as)|(?<=from|to|as) /g, '\r\n> ')}\r\n`,
    quoted: `MIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${line.replaceAll(/.{70}/g, '$&=\r\n')}\r\n`,
  }
  for (const [name, text] of Object.entries(contents)) {
    await query('delete from lead_corrections')
    await query(`update leads set email = 'cyd@example.org' where id = $1`, [person.id])
    await writeFile(file, text)
    const { out } = await leads('reapply', file)
    assert.match(out, /Made again: 1 correction\./, name)
    const held: unknown = await query('select email from leads where id = $1', [person.id])
    assert.deepEqual(held, [{ email: 'c&d=20@example.org' }], name)
  }
})

test('each reason against emails has words at the desk, and is read from a list that was wrapped', async () => {
  const [row] = (await query('select suppression_reasons() as reasons')) as { reasons: string[] }[]
  const reasons = row?.reasons ?? []
  assert.deepEqual(Object.keys(suppressionWords).toSorted(), reasons.toSorted())
  const key = '0b8a5a8e-1111-4222-8333-444455557777'
  const lines = reasons.map((reason) => `> ${key}\r\n> ${reason} 2026-11-20T10:44:55.401123Z as 7\r\n`)
  await writeFile(file, lines.join(''))
  assert.match((await leads('reapply', file)).out, new RegExp(`list ${reasons.length} removals`))
  const held: unknown = await query(
    `select reason from suppressed_mailboxes where mailbox_hash = '${key}' order by reason`,
  )
  assert.deepEqual(
    held,
    reasons.toSorted().map((reason) => ({ reason })),
  )
})
