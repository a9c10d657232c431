import { findRegion } from '../regions.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { createProject, findProject, moveProject, projectName } from '../vercel.ts'
import type { World } from '../world.ts'
import { isOurs } from './vercel-variables.ts'

/** Takes or creates the project at Vercel, and puts its functions beside the database. */
export const vercelProject: Step = {
  name: 'Vercel project',
  look: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world)
    if (!project) return { todo: `create the project ${projectName(world)} in ${place}` }
    if (!world.get('VERCEL_PROJECT') && !(await isOurs(world, project.id)))
      throw new SetupError(
        `The team has a project ${project.name} that setup did not make. Set VERCEL_PROJECT=${project.name} to put the page there in place of what it shows now, or set another name.`,
      )
    return project.serverlessFunctionRegion === vercel
      ? { done: `${project.name} in ${place}, as the database` }
      : { todo: `move ${project.name} to ${place}, where the database is` }
  },
  do: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world)
    // Stored before it is made, so that a run that was stopped in between knows its own project.
    world.store({ VERCEL_PROJECT: projectName(world) })
    if (!project) {
      await createProject(world, vercel)
      return `Created ${projectName(world)} in ${place}, as the database.`
    }
    await moveProject(world, project.id, vercel)
    return `Moved ${project.name} to ${place}, where the database is.`
  },
}

function regionOf(world: World) {
  const region = findRegion(world.get('REGION') ?? '')
  if (!region) throw new SetupError('The region of the database is not known.')
  return region
}
