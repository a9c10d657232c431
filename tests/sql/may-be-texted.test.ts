import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { after } from 'node:test'
import { listLeads } from '../../desk/cli/list.ts'
import type { Terminal } from '../../desk/cli/terminal.ts'
import { claim } from './claim.ts'
import { ada, number, openPeople } from './open-people.ts'

const people = await openPeople()
after(() => people.database.close())
const { sweep, submit, text, withdraw, confirm, desk, accept, query, database, test } = people

/** Runs `npm run leads -- --csv`, and returns the addresses in the file. */
async function exported(use?: 'sms') {
  const stdout = new PassThrough()
  const stderr = new PassThrough().resume()
  const options = { csv: true, ...(use && { for: use }), conversion: '', sale: '' } as const
  const connection = {
    call: (name: string, values?: object) => desk<unknown>(name, { ...values }),
    close: () => Promise.resolve(),
  }
  const [csv] = await Promise.all([
    readText(stdout),
    listLeads(connection, options, { stdout, stderr } as unknown as Terminal).then(() => stdout.end()),
  ])
  return [...csv.matchAll(/[a-z-]+@example\.org/g)].map(([address]) => address)
}

/** Each person has a reason for which nobody may text them, or none. Each name says the reason. */
const population: Record<string, () => Promise<unknown>> = {
  'given@example.org': () => submit('given@example.org', '+12015550101'),
  async 'confirmed@example.org'() {
    await query('update lead_settings set double_opt_in = true')
    await confirm(await submit('confirmed@example.org', '+12015550102'))
    await submit('asked@example.org', '+12015550103')
    await query('update lead_settings set double_opt_in = false')
  },
  'invalid@example.org': () => submit('invalid@example.org', null),
  'abroad@example.org': () => submit('abroad@example.org', '+5352345678'),
  'premium@example.org': () => submit('premium@example.org', '+19002345678'),
  async 'landline@example.org'() {
    await accept({
      ...{ email: 'landline@example.org', phone: '020 7946 0958' },
      ...{ phone_e164: '+442079460958', country_code: 'UK' },
    })
  },
  async 'stopped@example.org'() {
    await submit('stopped@example.org', '+12015550104')
    await text('stop', null, 'STOP', '+12015550104')
  },
  async 'withdrawn@example.org'() {
    await submit('withdrawn@example.org', '+12015550105')
    await submit('shared@example.org', '+12015550105')
    await withdraw('withdrawn@example.org')
  },
  'held@example.org': () => submit('held@example.org', '+12015550106', { suspected_bot: true }),
  'preview@example.org': () => submit('preview@example.org', '+12015550107', { preview: true }),
}

test('figure, list, filter, files, command and webhook agree on who may be texted', async () => {
  for (const add of Object.values(population)) await add()
  const textable = ['confirmed@example.org', 'given@example.org']
  const { may_be_texted: figure } = await desk<{ may_be_texted: number }>('overview', {
    ...{ bounds: '{2020-01-01,infinity}', since: '2020-01-01', until: '2100-01-01' },
    ...{ day_before: '2020-01-01', day_since: '2020-01-01', day_until: '2030-01-01' },
  })
  type Listed = { leads: { email: string; text_fault: string | null }[]; count: number }
  const tab = await desk<Listed>('list_leads', {
    filters: { consent: 'may-be-texted' },
    max_count: 100,
  })
  const everybody = (await desk<Listed>('list_leads')).leads
  const { files } = await desk<{ files: { file: string; reason: string | null; people: number }[] }>(
    'count_exports',
  )
  const persons = await Promise.all(
    everybody.map(({ email }) => desk<{ email: string; text_fault: string | null }>('show_lead', { email })),
  )
  const withoutFault = (people: typeof persons) =>
    people.filter(({ text_fault: fault }) => fault === null).map(({ email }) => email)
  await sweep()
  const posts = await claim(database, 1000, 'claim_webhooks')
  const posted = new Map(posts.map(({ lead_id: id, may_be_texted: may }) => [id, may]))
  const told = await query('select email from leads where id = any ($1)', [
    [...posted].filter(([, may]) => may).map(([id]) => id),
  ])
  assert.equal(everybody.length, 12)
  assert.deepEqual([figure, tab.count], [2, 2])
  assert.equal(files.find(({ file, reason }) => file === 'sms' && reason === null)?.people, 2)
  for (const found of [
    tab.leads.map(({ email }) => email),
    withoutFault(everybody),
    withoutFault(persons),
    await exported('sms'),
    told.map(({ email }) => String(email)),
  ])
    assert.deepEqual(found.sort(), textable)
  const faults = files.filter(({ file, reason }) => file === 'sms' && reason !== null)
  assert.deepEqual(Object.fromEntries(faults.map(({ reason, people }) => [reason, people])), {
    ...{ asked: 1, none: 2, withdrawn: 1, stopped: 2 },
    ...{ 'no number': 1, 'other country': 1, 'no mobile': 2 },
  })
})

test('file and counts agree on who looks like a bot, also after the number was stopped', async () => {
  for (const name of ['bot', 'stopped-bot'])
    await submit(`${name}@example.org`, name === 'bot' ? '+12015550108' : number, { suspected_bot: true })
  await submit('preview@example.org', '+12015550109', { preview: true })
  await submit(ada, '+12015550110')
  await text('stop', null, 'STOP', number)
  const { files } = await desk<{ files: { file: string; reason: string | null; people: number }[] }>(
    'count_exports',
  )
  const counted = files.find(({ file, reason }) => file === 'everything' && reason === null)
  assert.deepEqual([await exported(), counted?.people], [[ada], 1])
})

test('list and counts agree on whose visit an ad platform is told about', async () => {
  const click = '0123456789'
  const visits = {
    google: [{ gclid: click }, null, 'no click'],
    microsoft: [{ msclkid: click }, 'no click', null],
    app: [{ gbraid: 'b' }, 'app click', 'no click'],
    short: [{ gclid: '012345678', msclkid: '012345678' }, 'no click', 'no click'],
    foreign: [{ gclid: 'ÄÖÜäöüßéèà', msclkid: '-123456789' }, 'no click', 'no click'],
    none: [{}, 'no click', 'no click'],
    gone: [{ gclid: click, msclkid: click }, 'withdrawn', 'withdrawn'],
  } as const
  for (const [name, [campaign]] of Object.entries(visits))
    await submit(`${name}@example.org`, null, { campaign })
  await withdraw('gone@example.org')
  const { leads } = await desk<{ leads: { email: string; ad_faults: object }[] }>('list_leads')
  assert.deepEqual(
    Object.fromEntries(leads.map(({ email, ad_faults: faults }) => [email.split('@')[0], faults])),
    Object.fromEntries(
      Object.entries(visits).map(([name, [, google, microsoft]]) => [
        name,
        { 'google-ads': google, 'microsoft-ads': microsoft },
      ]),
    ),
  )
  const { files } = await desk<{ files: { file: string; reason: string | null; people: number }[] }>(
    'count_exports',
  )
  const told = files.filter(({ file, reason }) => file.endsWith('ads') && reason === null)
  assert.deepEqual(told.map(({ file, people }) => [file, people]).sort(), [
    ['google-ads', 1],
    ['microsoft-ads', 1],
  ])
})

test('of who refuses to be tracked, no click on an ad is stored, but where they came from is', async () => {
  const campaign = { utm_campaign: 'Autumn', gclid: 'abcdefghijkl', fbclid: 'abcdefghijkl' }
  await submit(ada, number, { campaign, refuses_tracking: true })
  await submit('ben@example.org', number, { campaign: { msclkid: 'abcdefghijkl' }, refuses_tracking: true })
  const stored = await query(
    `select source, campaign from leads join lead_submissions on lead_id = leads.id order by source`,
  )
  assert.deepEqual(stored, [
    { source: 'campaign:autumn', campaign: { utm_campaign: 'Autumn' } },
    { source: 'click:microsoft', campaign: {} },
  ])
})

test('who refuses to be tracked is in no file for an ad platform, and not measured', async () => {
  await query(`update lead_settings set measure_watching = true, remind_after = '1 day'`)
  const campaign = { gclid: 'abcdefghijkl', msclkid: 'abcdefghijkl' }
  await submit(ada, number, { campaign })
  const key = await submit(ada, number, { refuses_tracking: true })
  const { files } = await desk<{ files: { file: string; reason: string | null }[] }>('count_exports')
  const reasons = Object.fromEntries(files.map(({ file, reason }) => [file, reason]))
  assert.deepEqual(reasons, {
    everything: null,
    sms: null,
    'google-ads': 'refuses tracking',
    'microsoft-ads': 'refuses tracking',
  })
  const { leads } = await desk<{ leads: object[] }>('list_leads')
  assert.partialDeepStrictEqual(leads, [
    { ad_faults: { 'google-ads': 'refuses tracking', 'microsoft-ads': 'refuses tracking' } },
  ])
  const [row] = await query(`select may_watch(lead_token(secret, 'watch')) as answer from leads`)
  await query(`select store_watched(lead_token(secret, 'watch'), 25) from leads`)
  await query('select begin_video($1)', [key])
  const stored = await query('select begun_at, watched_percent, pressed_at is not null as pressed from leads')
  assert.deepEqual(
    [row?.answer, stored],
    ['open', [{ begun_at: null, watched_percent: null, pressed: true }]],
  )
})
