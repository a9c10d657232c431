import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccessFaults } from './find-access-faults.ts'
import { openDatabase } from './open-database.ts'

const database = await openDatabase()
after(() => database.close())

test('only the service role reaches the leads, and only by its own functions', async () => {
  assert.deepEqual(await database.rollBackAfter((query) => Array.fromAsync(findAccessFaults(query))), [])
})

test('after a restore that left every grant wrong the database names them, and one call repairs them', () =>
  database.rollBackAfter(async (query) => {
    const faults = async () =>
      (await query('select private.find_access_faults() as faults'))[0]?.faults as string[]
    assert.deepEqual(await faults(), [])
    await query(`
      grant usage on schema private to service_role;
      grant all on all tables in schema private to anon, authenticated, service_role;
      grant all on all functions in schema private, public to public;
      revoke execute on function accept_lead(uuid, jsonb, jsonb) from service_role;
      alter table leads disable row level security;
      revoke usage on schema desk from lead_desk;
      revoke usage on schema backup from lead_backup;
      alter role lead_desk rename to other`)
    const found = await faults()
    for (const fault of [
      'leads lacks row level security',
      'service_role may use private.leads',
      'service_role may use the schema private',
      'public may call private.lead_token',
      'public may call public.accept_lead',
      'service_role may not call public.accept_lead',
      'lead_desk may not call desk.lead_health',
      'lead_desk may not use the schema desk',
      'lead_backup may not use the schema backup',
    ])
      assert.ok(found.includes(fault), fault)
    await query('select secure_leads()')
    assert.deepEqual(await faults(), [])
    await query('drop owned by other')
    assert.deepEqual(await Array.fromAsync(findAccessFaults(query)), [])
  }))

test('two functions of one name are named, and so is one that reads leads and that nobody listed', () =>
  database.rollBackAfter(async (query) => {
    await query(`
      create function public.may_watch(token uuid, page text default null) returns text language sql as 'select page';
      create function public.left_over() returns integer language sql as 'select count(*)::integer from private.leads';
      create function public.others() returns integer language sql as 'select 1';
      create function public.others(page text) returns integer language sql as 'select 1';
      select secure_leads()`)
    assert.deepEqual(await query('select private.find_access_faults() as faults'), [
      { faults: ['nobody listed public.left_over', 'public.may_watch exists 2 times'] },
    ])
  }))

test('a role that an operator made for themselves is theirs to judge', () =>
  database.rollBackAfter(async (query) => {
    await query('create role reporting_of_the_operator; grant select on leads to reporting_of_the_operator')
    assert.deepEqual(await query('select private.find_access_faults() as faults'), [{ faults: [] }])
  }))
