import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openDesk } from '../../desk/core/open-desk.ts'
import { liftStop, stopNumber } from '../../desk/core/texts.ts'
import { sayConsent } from '../sql/say-consent.ts'
import { testOnEmpty } from '../sql/test-on-empty.ts'
import { commandIn } from './command-in.ts'
import { openTestDatabase } from './open-test-database.ts'
import { personActs } from './person-acts.ts'

const { url, query, accept, close } = await openTestDatabase()
const command = commandIn({ SUPABASE_DB_URL: url })
const leads = (...args: string[]) => command('leads', ...args)
const { withdraw, evidence } = personActs(url)
after(close)

/** Defines a test that starts with four leads, of whom two may be texted. */
const test = (title: string, work: () => Promise<unknown>) =>
  testOnEmpty({ query })(title, async () => {
    await accept('ada@example.org', { name: 'Ada' })
    await accept('bob@example.org', { name: '=Bob', phone_e164: '+447400123456', country_code: 'UK' })
    await accept('cyd@example.org', { phone: '12', phone_e164: null })
    await accept('bot@example.org', {}, { suspected_bot: true })
    await work()
  })
const numbers = ({ out }: { out: string }) => out.match(/"\+\d+"/g)

test('the list for text messages has those alone who may be texted, in E.164, and tells who is left out', async () => {
  const before = await leads('--csv', '--for', 'sms')
  assert.match(
    before.out,
    /^"Phone","Name","Email","Gets emails","Country","Consent to texts","Consented \(UTC\)"\r\n/,
  )
  assert.match(before.out, /"\+447400123456","'=Bob","bob@example.org","yes","GB","given",\d{4}-/)
  assert.deepEqual(numbers(before), ['"+447400123456"', '"+12015550123"'])
  assert.equal(before.err, 'Left out: 1 came as a suspected bot or preview, 1 gave no valid number.\n')

  for (const [at, [phone_e164, country_code]] of [
    ['+442079460958', 'UK'],
    ['+449012345678', 'UK'],
    ['+61298765432', 'AU'],
    ['+611900123456', 'AU'],
    ['+19002345678', 'US'],
    ['+18002345678', 'CA'],
    ['+979123456789', 'US'],
    ['+88213300655', 'US'],
    ['+5351234567', 'US'],
    ['+447400123456', 'US'],
  ].entries())
    await accept(`odd${at}@odd.example`, { phone_e164, country_code })
  const odd = await leads('--csv', '--for', 'sms', '--search', 'odd.example')
  assert.deepEqual(numbers(odd), null)
  assert.equal(
    odd.err,
    'No lead was found.\nLeft out: 4 gave a number of a country that they did not choose, 6 gave a landline, freephone or premium number.\n',
  )
  await query(`delete from leads where email like '%@odd.example'`)

  assert.match(
    await withdraw('Ada@example.org'),
    /^The consent of one person is withdrawn: .* The connected system is told within a minute, if there is one\.$/,
  )
  const desk = openDesk({ SUPABASE_DB_URL: url })
  assert.match(await stopNumber(desk, '+1 (201) 555-0123'), /^The number is stopped .* 2 people have it\.$/)
  assert.equal(
    await withdraw('ada@example.org'),
    'The consent had been withdrawn before. Nothing was changed.',
  )
  for (const none of ['0201 5550123', '+'])
    await assert.rejects(stopNumber(desk, none), { code: 'refused' }, none)
  const after = await leads('--csv', '--for', 'sms')
  assert.deepEqual(numbers(after), ['"+447400123456"'])
  assert.match(after.err, /2 gave a number that is stopped/)
  await liftStop(desk, '+12015550123', 'She called', null)
  await desk.close()

  // Somebody typed the address again. That does not make a withdrawn consent valid. A confirmation does.
  await accept('ada@example.org', { name: 'Ada' })
  assert.deepEqual(numbers(await leads('--csv', '--for', 'sms')), ['"+447400123456"'])
  await query(sayConsent('confirmed', `email = 'ada@example.org'`))
  await accept('eve@example.org')
  const once = await leads('--csv', '--for', 'sms')
  assert.deepEqual(numbers(once), ['"+12015550123"', '"+447400123456"'])
  assert.match(once.err, /1 gave a number that is already in the file/)
  assert.equal((await leads('--for', 'sms')).code, 2)
})

test('conversions are those of people who may be texted, and who is left out is told', async () => {
  const click = { campaign: { gclid: 'EAIaIQobChMI-_x' } }
  await accept('fay@example.org', {}, click)
  await accept('gus@example.org', { phone_e164: '+12015550111' }, click)
  await accept('hal@example.org', {}, { ...click, suspected_bot: true })
  await accept('ida@example.org', {}, { campaign: { gbraid: '0AAAAAC' } })
  // The click was made by a bot that came before the person, so it says nothing about the person.
  await accept('jon@example.org', {}, { campaign: { gclid: 'EAIaIQobChMI-bot' }, suspected_bot: true })
  await accept('jon@example.org', {}, {})
  await withdraw('gus@example.org')
  const { out, err } = await leads('--csv', '--for', 'google-ads', '--search', 'example.org')
  assert.equal(out.match(/EAIaIQobChMI-/g)?.length, 1)
  assert.equal(
    err,
    'Left out: 4 did not click an ad there, 1 came from a click on an app ad (gbraid, wbraid), for which the file has no column, 2 came as a suspected bot or preview, 1 withdrew the consent.\n',
  )
  assert.match((await leads('--consent', 'withdrawn')).out, /gus@/)
  assert.doesNotMatch((await leads('--consent', 'withdrawn')).out, /fay@/)
})

test('list, CSV and evidence tell the state of the consent, and by whom it was withdrawn', async () => {
  await withdraw('bob@example.org')
  assert.match((await leads()).out, /bob@example\.org .*consent with/)
  assert.match((await leads('--csv', '--search', 'bob')).out, /"withdrawn",\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/)
  assert.match(await evidence('bob@example.org'), /\nConsent +withdrawn, by desk:\w+\n/)
})

test('the evidence tells what was said about the number of the person, in its order', async () => {
  await query(`
    select receive_text('+12015550123', 'Stop\nthis', 'stop');
    select receive_text('+12015550123', 'START', 'start');
    select receive_text('+447400123456', 'STOP', 'stop')`)
  const desk = openDesk({ SUPABASE_DB_URL: url })
  await stopNumber(desk, '+12015550123')
  await liftStop(desk, '+12015550123', 'She called.', null)
  await desk.close()
  assert.match(
    await evidence('ada@example.org'),
    /\nWhat was said about the number\n-+\n\n(?:\S+ \S+ UTC: )\+12015550123, stop, by text message: Stop\\u\{a\}this\n\S+ \S+ UTC: \+12015550123, start, by text message: START\n\S+ \S+ UTC: \+12015550123, stop, by desk:\w+\n\S+ \S+ UTC: \+12015550123, lift, by desk:\w+: She called\.\n\nVerification/,
  )
  assert.doesNotMatch(await evidence('cyd@example.org'), /What was said/)
})
