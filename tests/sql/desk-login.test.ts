import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSchema } from './open-database.ts'
import { createProject } from './open-empty-database.ts'

const database = await createProject(await readSchema())
after(() => database.close())

test('a login of the desk puts no trigger on the queue of pg_net, though anybody may write that queue', () =>
  database.rollBackAfter(async (query) => {
    // In a hosted project, pg_net has these grants, and nobody can revoke them.
    await query(`
      select secure_leads();
      grant usage on schema net to public;
      grant all on all tables in schema net to public;
      create role colleague in role lead_desk;
      set local role colleague`)
    const body = `returns trigger language plpgsql as $$ begin perform set_config('stolen', key::text, false)
      from private.lead_claim_key; return new; end $$`
    for (const schema of ['pg_temp', 'public', 'desk', 'private', 'net', 'extensions']) {
      await query('savepoint before')
      await assert.rejects(
        query(`create function ${schema}.steal() ${body};
          create trigger steal before insert on net.http_request_queue for each row execute function ${schema}.steal()`),
        { code: '42501' },
        schema,
      )
      await query('rollback to savepoint before')
    }
    assert.equal((await query('select desk.lead_health() is not null as is_told'))[0]?.is_told, true)
  }))
