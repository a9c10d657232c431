import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { thePage } from '../hosted.ts'
import { findRegion, placeNames } from '../regions.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { change, listProjects, type Project, refOf } from '../supabase.ts'
import { hostOf, nameOf } from '../vercel.ts'
import type { World } from '../world.ts'

/** Takes the site's project, or creates it in the chosen region. */
export const supabaseProject: Step = {
  name: 'Supabase project',
  look: async (world) => {
    const project = await findProject(world)
    if (!project)
      return { todo: `create the project ${siteName(world)} in ${placeOf(world.get('REGION') ?? '')}` }
    const place = placeOf(project.region)
    world.set('REGION', project.region)
    if (existsSync(markOf(world))) return { todo: `complete the new project ${project.name}` }
    if (project.status !== 'ACTIVE_HEALTHY')
      throw new SetupError(
        `The project ${project.name} is ${project.status}. Restore it in the dashboard, or wait.`,
      )
    if (refOf(world) !== project.ref) return { todo: `take the project ${project.name} in ${place}` }
    return { done: `${project.name} (${project.ref}) in ${place}` }
  },
  do: async (world) => {
    const found = await findProject(world)
    const isOurs = !found || existsSync(markOf(world))
    if (!found) await create(world)
    const project = isOurs ? await waitFor(world) : found
    if (isOurs) {
      // The CLI took the password as an argument, visible on this machine, so it is replaced. Nobody needs
      // it: the desk and the CLI have logins of their own.
      const sql = `alter role postgres password '${randomBytes(24).toString('hex')}'`
      await change(world, project.ref, sql)
      rmSync(markOf(world))
    }
    // The CLI does not show an organization's plan.
    if (isOurs)
      world.left(
        `If the organization has the free plan, change it: a free project pauses after 7 quiet days, and it has no backups (docs/scale.md). https://supabase.com/dashboard/org/${world.get('SUPABASE_ORG')}/billing`,
      )
    world.store({ SUPABASE_URL: `https://${project.ref}.supabase.co` })
    return `${isOurs ? 'Created' : 'Took'} ${project.name} (${project.ref}) in ${placeOf(project.region)}.`
  },
}

const siteName = (world: World) => nameOf(hostOf(world, thePage))

/** Exists from before the project is created until its first password is replaced. */
const markOf = (world: World) => `${world.folder}/.local/setup/${siteName(world)}`

function placeOf(name: string): string {
  const region = findRegion(name)
  if (!region) throw new SetupError(`Vercel has no region near ${name}. Choose one of these: ${placeNames}.`)
  return region.place
}

async function findProject(world: World): Promise<Project | undefined> {
  const project = await lookUp(world)
  const age = Date.now() - Date.parse(project?.created_at ?? '')
  if (age < 15 * 60_000) world.hasNewProject()
  return project
}

async function lookUp(world: World): Promise<Project | undefined> {
  const projects = await listProjects(world)
  const ref = refOf(world)
  if (ref) {
    const project = projects.find((one) => one.ref === ref)
    if (!project) throw new SetupError(`The login does not see the project ${ref}, which operator.env names.`)
    return project
  }
  const named = projects.filter(({ name }) => name === siteName(world))
  if (named.length > 1)
    throw new SetupError(`There are ${named.length} projects ${siteName(world)}. Set SUPABASE_URL.`)
  return named[0]
}

async function create(world: World): Promise<void> {
  const region = findRegion(world.get('REGION') ?? '')
  if (!region) throw new SetupError(`Set REGION to one of these: ${placeNames}.`)
  const password = randomBytes(24).toString('hex')
  world.keep(password)
  mkdirSync(`${world.folder}/.local/setup`, { recursive: true })
  writeFileSync(markOf(world), '')
  const place = ['--org-id', world.get('SUPABASE_ORG') ?? '', '--region', region.supabase]
  try {
    await world.supabase('projects create', [siteName(world), ...place, '--db-password', password, '--yes'])
  } catch (error) {
    // After a timeout the project may exist. The next run then completes it.
    const exists = await findProject(world).catch(() => 'unknown')
    if (!exists) rmSync(markOf(world))
    // Owners and administrators may: https://supabase.com/docs/guides/platform/access-control
    if (error instanceof SetupError && error.lacksRights)
      throw new SetupError(
        `In the organization ${world.get('SUPABASE_ORG')}, the login may not create a project. Ask an owner for the role Administrator, or use the login of one who has it. Then run this again, and it goes on from here.`,
      )
    throw error
  }
}

async function waitFor(world: World): Promise<Project> {
  world.wait('Supabase starts the new project. This takes some minutes.')
  for (let tries = 0; tries < 120; tries++) {
    const project = await findProject(world)
    if (project?.status === 'ACTIVE_HEALTHY') return project
    if (project && /FAILED|REMOVED|GOING_DOWN/.test(project.status))
      throw new SetupError(
        `The new project is ${project.status}. Remove it in the dashboard, and run this again.`,
      )
    await setTimeout(world.pause)
  }
  throw new SetupError(
    'The new project was not ready after ten minutes. Look at it in the dashboard, and run this again.',
  )
}
