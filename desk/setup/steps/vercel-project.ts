import { findRegion } from '../regions.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { createProject, findProject, moveProject, projectName } from '../vercel.ts'
import type { World } from '../world.ts'

/** Takes or creates the project at Vercel, and puts its functions beside the database. */
export const vercelProject: Step = {
  name: 'Vercel project',
  look: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world)
    if (!project) return { todo: `create the project ${projectName(world)} in ${place}` }
    return project.serverlessFunctionRegion === vercel
      ? { done: `${project.name} in ${place}, as the database` }
      : { todo: `move ${project.name} to ${place}, where the database is` }
  },
  do: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world)
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
