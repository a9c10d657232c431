import { readdirSync } from 'node:fs'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { needRef, onceItAnswers, readRows, refOf } from '../supabase.ts'
import { limits, type World } from '../world.ts'

export const schema: Step = {
  name: 'database',
  look: async (world) => {
    if (!refOf(world)) return { todo: 'make the tables (push all migrations)' }
    const [own, pushed] = [ownVersions(world), await pushedVersions(world)]
    const unknown = pushed.filter((version) => !own.includes(version))
    if (unknown.length > 0)
      throw new SetupError(
        `The database has migrations that this folder lacks: ${unknown}. Pull the newest version first.`,
      )
    const missing = own.filter((version) => !pushed.includes(version))
    return missing.length > 0
      ? { todo: `push the migrations ${missing.join(', ')}` }
      : { done: 'It has all migrations.' }
  },
  do: async (world) => {
    world.wait(
      'The migrations are pushed. A new project takes up to three minutes to accept the login for it.',
    )
    const target = `--remote=${world.pushTarget(needRef(world))}`
    let failure: unknown
    const push = () => world.supabase('db push', [target, '--yes'], '', limits.push)
    await onceItAnswers(world, push).catch((error: unknown) => {
      failure = error
    })
    // A killed run may have gone on and pushed them. Then this push fails on what is there.
    const pushed = await pushedVersions(world).catch((error: unknown) => {
      throw failure ?? error
    })
    const missing = new Set(ownVersions(world)).difference(new Set(pushed))
    if (missing.size > 0)
      throw (
        failure ?? new SetupError(`The migrations ${[...missing].join(', ')} did not arrive. Run this again.`)
      )
    return 'Pushed the migrations.'
  },
}

const ownVersions = (world: World) =>
  readdirSync(`${world.folder}/supabase/migrations`)
    .map((file) => /^\d+/.exec(file)?.[0] ?? '')
    .filter(Boolean)

async function pushedVersions(world: World): Promise<string[]> {
  const ref = needRef(world)
  const [has] = await readRows(
    world,
    ref,
    `select to_regclass('supabase_migrations.schema_migrations') as history`,
  )
  if (!has?.history) return []
  const rows = await readRows(world, ref, 'select version from supabase_migrations.schema_migrations')
  return rows.map(({ version }) => String(version))
}
