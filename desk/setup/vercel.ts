import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Hosted } from './hosted.ts'
import { SetupError } from './setup-error.ts'
import { throwFailure } from './throw-failure.ts'
import type { VercelCall } from './vendor-calls.ts'
import type { World } from './world.ts'

type Content = { body?: object; query?: Record<string, string> }

/**
 * Through the Vercel CLI, which signs in. `ids` replace each `:id` in the call. The body goes through
 * standard input. Undefined if there is no such thing. Throws a SetupError if the call fails or the shape
 * differs.
 */
export async function askVercel<Schema extends z.ZodMiniType>(
  world: World,
  schema: Schema,
  call: VercelCall,
  ids: string[] = [],
  { body, query = {} }: Content = {},
): Promise<z.infer<Schema> | undefined> {
  const [method = '', route = ''] = call.split(' ')
  const left = [...ids]
  const path = route.replaceAll(':id', () => encodeURIComponent(left.shift() ?? ''))
  const team = world.get('VERCEL_TEAM')
  // Without a team, the answer would be about another one.
  if (world.isPlan && !team && !asksWho.has(call))
    throw Object.assign(new SetupError('be planned as soon as the team is known'), { isOpen: true })
  const search = new URLSearchParams({ ...query, ...(team && { teamId: team }) })
  const isRead = method === 'GET'
  const write = isRead ? [] : ['-X', method, '--input', '-']
  const url = search.size > 0 ? `${path}?${search}` : path
  const answer = await world.vercel(['api', url, '--raw', ...write], JSON.stringify(body ?? {}))
  if (answer.code !== 0) {
    if (isRead && /\(404\)/.test(answer.stderr + answer.stdout)) return undefined
    // Vercel answers 403 for an unknown token (npm vercel 58.10.0, getUser throws InvalidToken).
    throwFailure(`vercel api ${path}`, answer, world.mask, call === 'GET /v2/user')
  }
  const text = answer.stdout.trim()
  try {
    // Some calls are answered without a body.
    return schema.parse(text ? JSON.parse(text) : undefined) as z.infer<Schema>
  } catch {
    throw new SetupError(`vercel api ${path} answered in another form than its description says.`)
  }
}

/** These need no team. */
const asksWho = new Set<VercelCall>(['GET /v2/user', 'GET /v2/teams'])

const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountId: z.string(),
  resourceConfig: z.object({ functionDefaultRegions: z.array(z.string()) }),
  targets: z.optional(
    z.nullable(z.object({ production: z.optional(z.nullable(z.object({ id: z.string() }))) })),
  ),
})

export type Project = z.infer<typeof projectSchema>

export const findProject = (world: World, hosted: Hosted) =>
  askVercel(world, projectSchema, 'GET /v9/projects/:id', [projectName(world, hosted)])

/** Throws a SetupError if there is none. */
export async function needProject(world: World, hosted: Hosted) {
  const project = await findProject(world, hosted)
  if (!project)
    throw new SetupError(`There is no Vercel project ${projectName(world, hosted)}. Run ${hosted.command}`)
  return project
}

/** The older field serverlessFunctionRegion is taken as well, but not shown again. */
const inRegion = (region: string) => ({ resourceConfig: { functionDefaultRegions: [region] } })

export const createProject = (world: World, hosted: Hosted, region: string) =>
  askVercel(world, projectSchema, 'POST /v11/projects', [], {
    body: { name: projectName(world, hosted), ...hosted.build, ...inRegion(region) },
  })

/**
 * Also lets the project build as this repository does, whatever it was made for. It takes effect with the
 * next deployment.
 */
export const moveProject = (world: World, hosted: Hosted, id: string, region: string) =>
  askVercel(world, projectSchema, 'PATCH /v9/projects/:id', [id], {
    body: { ...inRegion(region), rootDirectory: null, ...hosted.build },
  })

export const hostOf = (world: World, { address }: Hosted) =>
  URL.parse(world.get(address) ?? '')?.hostname ?? ''

/** Such as training-example-com, at both companies. A hyphen of the domain becomes an underscore. */
export const nameOf = (host: string) => host.replaceAll('-', '_').replaceAll('.', '-')

/** That of the variable, or one like training-example-com. */
export const projectName = (world: World, hosted: Hosted) =>
  world.get(hosted.project) || nameOf(hostOf(world, hosted))

const deploymentSchema = z.object({
  url: z.string(),
  readyState: z.optional(z.string()),
  readyStateReason: z.optional(z.nullable(z.string())),
  created: z.optional(z.number()),
  createdAt: z.optional(z.number()),
  meta: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
const listedSchema = z.extend(deploymentSchema, { uid: z.string() })
const namedSchema = z.extend(deploymentSchema, { id: z.string() })

export type Deployment = { id: string; url: string; at: number; meta: Record<string, unknown>; state: string }

const asDeployment = (id: string, found: z.infer<typeof deploymentSchema>): Deployment => ({
  ...{ id, url: found.url, at: found.createdAt ?? found.created ?? 0, meta: found.meta ?? {} },
  state: [found.readyState, found.readyStateReason].filter(Boolean).join(': '),
})

/** The newest first, for example only those that are ready. */
export async function listDeployments(world: World, projectId: string, query: Record<string, string>) {
  const list = z.object({ deployments: z.array(listedSchema) })
  const found = await askVercel(world, list, 'GET /v6/deployments', [], {
    query: { projectId, target: 'production', limit: '20', ...query },
  })
  return (found?.deployments ?? []).map((one) => asDeployment(one.uid, one))
}

/** With the reason of its state, which a list does not name. */
export async function findDeployment(world: World, id: string): Promise<Deployment | undefined> {
  const found = await askVercel(world, namedSchema, 'GET /v13/deployments/:id', [id])
  return found && asDeployment(found.id, found)
}

/** Served at the domain of the page or the desk. Undefined if there is none. */
export async function liveDeployment(
  world: World,
  hosted: Hosted,
  project: Project,
): Promise<Deployment | undefined> {
  const find = (name: string) => askVercel(world, namedSchema, 'GET /v13/deployments/:id', [name])
  const production = project.targets?.production?.id
  // The newest that was built is not always live: a rollback keeps the domain where it is.
  const found = (await find(hostOf(world, hosted))) ?? (production ? await find(production) : undefined)
  // A deployment that is blocked or has failed serves nobody, even if it is the newest of the project.
  return found && (found.readyState ?? 'READY') === 'READY' ? asDeployment(found.id, found) : undefined
}

/**
 * By `promote`, or by `rollback` to an older one. Throws a SetupError if it is not live after two minutes.
 */
export async function bringLive(
  world: World,
  hosted: Hosted,
  project: Project,
  id: string,
  how: 'promote' | 'rollback',
) {
  const call = how === 'promote' ? 'POST /v10/projects/:id/promote/:id' : 'POST /v1/projects/:id/rollback/:id'
  await askVercel(world, z.unknown(), call, [project.id, id])
  world.wait('Vercel moves the domain to the other deployment.')
  // The answer comes before the domain has moved.
  for (let tries = 0; tries < 24; tries++) {
    const live = await liveDeployment(world, hosted, await needProject(world, hosted))
    if (live?.id === id) return live
    await setTimeout(world.pause)
  }
  throw new SetupError(
    'Vercel did not bring it live within two minutes. Look at the deployments in its dashboard.',
  )
}
