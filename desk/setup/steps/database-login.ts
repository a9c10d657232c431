import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectOf } from '../../core/connect-database.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { change, needRef, onceItAnswers, readRows, refOf } from '../supabase.ts'

/** Supabase's public authority for its databases, as in the Supabase CLI. */
const certificate = 'prod-ca-2021.crt'

type Login = {
  name: string
  use: string
  variable: 'SUPABASE_DB_URL' | 'BACKUP_DB_URL'
  /** Further machines get desk_operator_2 and so on. */
  first: string
  role: string
}

/** May do no more than its role. Stores its address. */
export const databaseLogin = ({ name, use, variable, first, role }: Login): Step => ({
  name,
  look: async (world) => {
    const ref = refOf(world)
    const todo = { todo: `make a database login for ${use}` }
    const isStored = ref && projectOf(world.get(variable)) === ref && world.get('PGSSLROOTCERT')
    if (!isStored) return todo
    const [, login] = /^(\w+)\.\w+$/.exec(URL.parse(world.get(variable) ?? '')?.username ?? '') ?? []
    const isThere =
      !login?.startsWith(first) ||
      (await readRows(world, ref, `select from pg_roles where rolname = '${login}'`)).length > 0
    return isThere ? { done: `operator.env has the login of ${use}.` } : todo
  },
  do: async (world) => {
    const ref = needRef(world)
    const roles = await readRows(world, ref, `select from pg_roles where rolname = '${role}'`)
    if (roles.length === 0)
      throw new SetupError(`The database has no role ${role} yet. Run npm run update, and then this again.`)
    const password = randomBytes(24).toString('hex')
    world.keep(password)
    const pooler = await onceItAnswers(world, poolerOf)
    // An existing login may be another machine's, and its password must stay.
    const taken = await readRows(
      world,
      ref,
      `select rolname from pg_roles where rolname ~ '^${first}(_\\d+)?$'`,
    )
    const names = new Set(taken.map(({ rolname }) => rolname))
    let login = first
    for (let at = 2; names.has(login); at++) login = `${first}_${at}`
    await change(
      world,
      ref,
      `do $$ begin
        create role ${login} login password '${password}';
        grant ${role} to ${login};
      end $$`,
    )
    // A copy would take over the file's rights, which a Windows drive refuses.
    const authority = readFileSync(join(import.meta.dirname, '..', certificate))
    writeFileSync(join(world.folder, certificate), authority)
    world.store({
      [variable]: `postgres://${login}.${ref}:${password}@${pooler}/postgres`,
      PGSSLROOTCERT: certificate,
    })
    return `Made a login for ${use}. operator.env has its address, which can read the leads.`

    /** Host and port of the session pooler, as `link` writes them down. */
    async function poolerOf() {
      const file = join(world.folder, 'supabase/.temp/pooler-url')
      // `link` leaves another project's address there if it gets none.
      rmSync(file, { force: true })
      await world.supabase('link', ['--project-ref', ref, '--yes'])
      const url = existsSync(file) ? URL.parse(readFileSync(file, 'utf8').trim()) : undefined
      if (!url?.username.endsWith(ref)) {
        const missing = new SetupError(
          'The project did not name the address of its pooler. Run this again in a minute. A scoped token needs the right database_pooling_config_read.',
        )
        missing.isPassing = true
        throw missing
      }
      // Session mode is on 5432. The API gives the address of transaction mode.
      return `${url.hostname}:${url.port === '6543' ? '5432' : url.port}`
    }
  },
})
