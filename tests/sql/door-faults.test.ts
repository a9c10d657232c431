import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'
import type { Query } from './test-database.ts'

const database = await openDatabase()
after(() => database.close())

const faultsOf = async (query: Query) =>
  (await query('select private.find_access_faults() as faults'))[0]?.faults as string[]

/** What a restore without owners and grants, or somebody with bad intentions, may leave. */
const breakings: Record<string, string[]> = {
  'grant execute on function public.desk to anon': ['anon may call public.desk'],
  'revoke execute on function public.desk_slow from authenticated': [
    'authenticated may not call public.desk_slow',
  ],
  'grant execute on function public.desk_try to authenticated': ['authenticated may call public.desk_try'],
  'grant execute on function private.admit to lead_desk': ['lead_desk may call private.admit'],
  'grant usage on schema private to authenticator': ['authenticator may use the schema private'],
  'alter function public.desk owner to current_user': ['public.desk belongs to OWNER'],
  'alter function public.desk reset search_path': ['public.desk does not fix its search path'],
  'alter function public.desk security invoker': ['public.desk does not run as its owner'],
  'alter role lead_door login': ['lead_door may log in'],
  'create role door_friend_of_tests in role lead_door': ['door_friend_of_tests is a member of lead_door'],
  'grant lead_backup to lead_door': ['lead_door is a member of lead_backup'],
  'revoke lead_desk from lead_door': ['lead_door is no member of lead_desk'],
  'drop function public.desk_slow': ['authenticated may not call public.desk_slow'],
  'grant lead_desk to authenticator': ['authenticator is a member of lead_desk'],
  'create function public.desk(called text) returns text language sql as $$ select called $$': [
    'public may call public.desk',
    'public.desk exists 2 times',
  ],
}

/** What only a person can put right. */
const lasting = /^drop function|^grant lead_desk to authenticator|^create function/

async function breakAndSecure(query: Query, owner: string) {
  for (const [statement, named] of Object.entries(breakings)) {
    await query('savepoint before')
    await query(statement)
    const found = await faultsOf(query)
    for (const fault of named)
      assert.ok(found.includes(fault.replace('OWNER', owner)), `${statement}: ${fault}: ${found.join()}`)
    await query('select private.secure_leads()')
    if (!lasting.test(statement)) assert.deepEqual(await faultsOf(query), [], statement)
    await query('rollback to savepoint before')
  }
}

test('each fault of a door is named, and one call repairs what can be repaired', () =>
  database.rollBackAfter(async (query) => {
    const [row] = await query('select current_user::text as owner')
    await breakAndSecure(query, String(row?.owner))
  }))
