import * as z from 'zod/mini'
import { SetupError } from './setup-error.ts'
import { throwFailure } from './throw-failure.ts'
import type { World } from './world.ts'

type Call = { method?: 'POST' | 'PATCH'; body?: object; query?: Record<string, string> }

/**
 * Asks the API of Vercel through the Vercel CLI, which signs in by itself. The body goes through the standard input.
 * Returns undefined if there is no such thing. Throws a SetupError if the call fails or the answer is of another shape.
 */
export async function askVercel<Schema extends z.ZodMiniType>(
  world: World,
  schema: Schema,
  path: string,
  { method, body, query = {} }: Call = {},
): Promise<z.infer<Schema> | undefined> {
  const team = world.get('VERCEL_TEAM')
  const search = new URLSearchParams({ ...query, ...(team && { teamId: team }) })
  const write = method ? ['-X', method, '--input', '-'] : []
  const url = search.size > 0 ? `${path}?${search}` : path
  const answer = await world.vercel(['api', url, '--raw', ...write], JSON.stringify(body ?? {}))
  if (answer.code !== 0) {
    if (!method && /\(404\)/.test(answer.stderr + answer.stdout)) return undefined
    throwFailure(`vercel api ${path}`, answer, world.mask)
  }
  try {
    return schema.parse(JSON.parse(answer.stdout)) as z.infer<Schema>
  } catch {
    throw new SetupError(`vercel api ${path} answered in another form than its description says.`)
  }
}

const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  serverlessFunctionRegion: z.optional(z.nullable(z.string())),
})

/** Returns the Vercel project of the site, or undefined before there is one. */
export const findProject = (world: World) =>
  askVercel(world, projectSchema, `/v9/projects/${projectName(world)}`)

/** Returns the Vercel project of the site. Throws a SetupError if there is none. */
export async function needProject(world: World) {
  const project = await findProject(world)
  if (!project) throw new SetupError(`There is no Vercel project ${projectName(world)}. Run npm run setup`)
  return project
}

/** Creates the project of the site in this region. */
export const createProject = (world: World, region: string) =>
  askVercel(world, projectSchema, '/v11/projects', {
    method: 'POST',
    body: { name: projectName(world), framework: 'nextjs', serverlessFunctionRegion: region },
  })

/** Moves the functions of the project to this region. It takes effect with the next deployment. */
export const moveProject = (world: World, id: string, region: string) =>
  askVercel(world, projectSchema, `/v9/projects/${id}`, {
    method: 'PATCH',
    body: { serverlessFunctionRegion: region },
  })

/** The host name of the page. */
export const hostOf = (world: World) => URL.parse(world.get('SITE_URL') ?? '')?.hostname ?? ''

/** The name of the project at Vercel: VERCEL_PROJECT, or one like training-example-com. */
export const projectName = (world: World) => world.get('VERCEL_PROJECT') || hostOf(world).replaceAll('.', '-')

const deploymentSchema = z.object({
  uid: z.string(),
  url: z.string(),
  meta: z.optional(z.record(z.string(), z.unknown())),
})

/** Returns the newest production deployment that is ready, or the newest to which the page can be rolled back. */
export async function lastDeployment(world: World, projectId: string, query: Record<string, string> = {}) {
  const found = await askVercel(
    world,
    z.object({ deployments: z.array(deploymentSchema) }),
    '/v6/deployments',
    {
      query: { projectId, target: 'production', state: 'READY', limit: '1', ...query },
    },
  )
  return found?.deployments[0]
}
