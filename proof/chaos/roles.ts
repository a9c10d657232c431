import { type Experiment, expect } from '../harness/experiment.ts'

const attempts = {
  select: (table: string) => `select * from public.${table}`,
  insert: (table: string) => `insert into public.${table} default values`,
  update: (table: string) => `update public.${table} set id = id`,
  delete: (table: string) => `delete from public.${table}`,
}

/** The public roles against the tables of leads and mails: 2 roles, 2 tables, 4 ways. */
export const roles: Experiment = {
  id: 'E24',
  title: 'roles anon and authenticated',
  parts: ['gateway'],
  async run({ chain }) {
    let denied = 0
    for (const role of ['anon', 'authenticated']) {
      for (const table of ['leads', 'lead_emails']) {
        for (const statement of Object.values(attempts)) {
          const sql = `set local role ${role}; ${statement(table)}`
          const refusal = await chain.query(sql).catch((error: Error) => error.message)
          if (typeof refusal === 'string' && refusal.includes('42501')) denied += 1
        }
      }
    }
    const open = await chain.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and (not relrowsecurity or has_table_privilege('anon', oid, 'select,insert,update,delete')
        or has_table_privilege('authenticated', oid, 'select,insert,update,delete'))`,
    )
    expect(denied === 16 && open.length === 0, `denied ${denied} of 16, open: ${JSON.stringify(open)}`)
    return `denied ${denied} of 16, tables without row level security or with a grant: ${open.length}`
  },
}
