import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { todaysName } from '../../desk/core/period.ts'
import { openDeskApp } from './open-desk-app.ts'

const { TZ } = process.env
afterEach(() => {
  // The tests of another file may run next in this process.
  if (TZ) process.env.TZ = TZ
  else delete process.env.TZ
})

// biome-ignore format: a table, a line for each
const zones = [
  // The zone of the machine, and what a database stores that lacks the older names.
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Europe/Berlin', 'Europe/Berlin'],
  // No database knows it.
  ['Etc/Unknown', null],
] as const

for (const [own, stored] of zones)
  test(`on a machine in ${own}, a database without older names stores ${stored}`, async () => {
    process.env.TZ = own
    const { query, ask } = await openDeskApp()
    const older = zones.flatMap(([name]) => (todaysName(name) === name ? [] : `'${name}'`))
    await query(`alter function private.is_time_zone(text) rename to knows_zone;
      create function private.is_time_zone(name text) returns boolean language sql stable
      begin atomic select name not in (${older}) and private.knows_zone(name); end`)
    const { body } = await ask('GET', '/settings')
    const [settings] = await query('select time_zone from lead_settings')
    assert.deepEqual(settings, { time_zone: stored })
    assert.ok(body.includes(`>${stored ?? 'UTC'}</a>`))
  })
