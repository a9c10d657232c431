import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { closed, openWebDesk } from './open-web-desk.ts'

const { database, query, join, call } = await openWebDesk()
after(() => database.close())

const members = {
  reader: await join('rea', 'reader'),
  colleague: await join('cy', 'colleague'),
  owner: await join('ada', 'owner'),
}
const roles = Object.keys(members) as (keyof typeof members)[]
const doors = await query('select called, role, kind, person, noted from desk_doors() order by called')

test('each function of the desk has a door or is named as closed', async () => {
  const functions = await query(
    `select proname::text as name from pg_proc where pronamespace = 'desk'::regnamespace`,
  )
  assert.deepEqual(
    functions.map(({ name }) => name).sort(),
    [...doors.map(({ called }) => called), ...closed].sort(),
  )
  for (const name of closed) assert.equal((await call(members.owner, name)).refused, 'closed', name)
})

test('each role may call what the table of doors says, and nothing else', async () => {
  const places: unknown[] = ['enrol', ...roles]
  for (const { called, role } of doors)
    for (const [place, caller] of roles.entries()) {
      const values = called === 'list_leads' ? { max_rows: 1 } : {}
      let answer = await call(members[caller], String(called), values)
      if (answer.refused === 'slow')
        answer = await call(members[caller], String(called), values, { isSlow: true })
      const isOpen = place + 1 >= places.indexOf(role)
      // Without its arguments a call may fail, but it is let in.
      assert.equal(answer.refused, isOpen ? undefined : 'role', `${caller}: ${called}`)
    }
})

test('a member is told which functions their role may call', async () => {
  for (const [place, role] of roles.entries()) {
    const { answer } = await call(members[role], 'show_membership')
    const open = doors.filter(({ role }) => ['enrol', ...roles].indexOf(String(role)) <= place + 1)
    assert.deepEqual(
      (answer as { calls: string[] }).calls.sort(),
      open.map(({ called }) => String(called)).sort(),
      role,
    )
  }
})

test('a reader changes nothing, and the owner is told of all that an owner alone may do, and of nothing else', () => {
  const ofReaders = doors.filter(({ role, kind }) => role === 'reader' && kind !== 'quiet')
  // To open a person is kept in the log, and changes nothing.
  assert.deepEqual(
    ofReaders.map(({ called }) => called),
    ['show_lead'],
  )
  assert.deepEqual(
    doors.filter(({ role, kind }) => kind !== 'quiet' && (kind === 'told') !== (role === 'owner')),
    [],
  )
})

test('before the second factor only the own membership is open', async () => {
  for (const { called } of doors) {
    const { refused } = await call(members.owner, String(called), {}, { claims: { aal: 'aal1' } })
    assert.equal(refused, called === 'show_membership' ? undefined : 'aal1', String(called))
  }
})

test('what a door names is an argument of its function, and nothing with data of a person is noted', async () => {
  const names = await query(
    `select proname::text as called, proargnames as names from pg_proc where pronamespace = 'desk'::regnamespace`,
  )
  for (const { called, person, noted } of doors) {
    const known = (names.find((row) => row.called === called)?.names ?? []) as string[]
    for (const argument of [...(person ? [person] : []), ...(noted as string[])])
      assert.ok(known.includes(String(argument)), `${called}: ${argument}`)
  }
  const noted = new Set(doors.flatMap((door) => door.noted as string[]))
  assert.deepEqual([...noted].sort(), [
    'from_status',
    'is_stop',
    'kind',
    'outcome',
    'reason',
    'sets_day',
    'use',
  ])
})

test('no function of the desk leaves a setting behind for the next request', async () => {
  const left = await query(`
    select proname from pg_proc
    where pronamespace in ('desk'::regnamespace, 'private'::regnamespace)
      and prosrc ~* '(set_config\\s*\\([^;]*false\\s*\\)|\\mset\\s+session\\M)'`)
  assert.deepEqual(left, [])
})
