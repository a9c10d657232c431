import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import { SetupError } from './setup-error.ts'
import type { SupabaseCommand } from './vendor-calls.ts'
import type { World } from './world.ts'

const projectSchema = z.object({
  ref: z.string(),
  name: z.string(),
  region: z.string(),
  status: z.string(),
  created_at: z.string(),
})
export type Project = z.infer<typeof projectSchema>

/** JSON of this shape. Throws a SetupError if the call fails or the shape differs. */
async function askFor<Schema extends z.ZodMiniType>(
  world: World,
  schema: Schema,
  command: SupabaseCommand,
  args: string[] = [],
  input?: string,
) {
  const printed = await onceItAnswers(world, () => world.supabase(command, [...args, '-o', 'json'], input))
  try {
    return schema.parse(JSON.parse(printed)) as z.infer<Schema>
  } catch {
    throw new SetupError(`supabase ${command} answered in another form than its version 3.1.0 does.`)
  }
}

export const listOrganizations = (world: World) =>
  askFor(world, z.array(z.object({ id: z.string(), name: z.string() })), 'orgs list')

export const listProjects = (world: World): Promise<Project[]> =>
  askFor(world, z.array(projectSchema), 'projects list')

/** Secret ones in full. */
export const listKeys = (world: World, ref: string) =>
  askFor(
    world,
    z.array(
      z.object({
        name: z.string(),
        type: z.optional(z.nullable(z.string())),
        api_key: z.optional(z.nullable(z.string())),
      }),
    ),
    'projects api-keys',
    [`--remote=${ref}`, '--reveal'],
  )

/** Each value is the secret's SHA-256 digest. */
export const listSecrets = (world: World, ref: string) =>
  askFor(world, z.array(z.object({ name: z.string(), value: z.string() })), 'secrets list', [
    `--remote=${ref}`,
  ])

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

/** With a role that only reads. */
export const readRows = (world: World, ref: string, sql: string) =>
  askFor(world, rowsSchema, 'db query', [`--remote=${ref}`, '--read-only'], sql)

/** Reads as the owner of the schema: the role behind --read-only may not decrypt the vault. */
export const readRowsAsOwner = (world: World, ref: string, sql: string) =>
  askFor(world, rowsSchema, 'db query', [`--remote=${ref}`, '--yes'], sql)

/** Through standard input, because the SQL can hold a password. */
export const change = async (world: World, ref: string, sql: string): Promise<void> => {
  await onceItAnswers(world, () => world.supabase('db query', [`--remote=${ref}`, '--yes'], sql))
}

/**
 * Tries again while a new project does not answer, as the vendor's own bootstrap does (supabase/cli 1d1e7191,
 * apps/cli-go/internal/bootstrap/bootstrap.go).
 */
export async function onceItAnswers<T>(world: World, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SetupError && error.isPassing && world.isNew())) throw error
      // A caller that tries again must not multiply the time.
      if (tries === 24) error.isPassing = false
      if (tries === 24) throw error
      if (tries === 1)
        world.wait('The new project is not answering everywhere yet. This can take two minutes.')
      await setTimeout(world.pause)
    }
  }
}

/** Undefined before there is a project. */
export const refOf = (world: World): string | undefined =>
  /^https:\/\/([a-z]{20})\.supabase\.co\/?$/.exec(world.get('SUPABASE_URL') ?? '')?.[1]

/** Throws a SetupError if there is no project. */
export function needRef(world: World): string {
  const ref = refOf(world)
  if (!ref) throw new SetupError('There is no Supabase project yet. Run npm run setup')
  return ref
}
