import type { Hosted } from '../hosted.ts'
import { findRegion } from '../regions.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { createProject, findProject, moveProject, projectName } from '../vercel.ts'
import type { World } from '../world.ts'
import { isOurs } from './vercel-variables.ts'

/** Takes or creates it, with its functions beside the database. */
export const vercelProject = (hosted: Hosted): Step => ({
  name: 'Vercel project',
  look: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world, hosted)
    if (!project) return { todo: `create the project ${projectName(world, hosted)} in ${place}` }
    if (!world.get(hosted.project) && !(await isOurs(world, project.id)))
      throw new SetupError(
        `The team has a project ${project.name} that setup did not make. Set ${hosted.project}=${project.name} to put the ${hosted.what} there in place of what it shows now, or set another name.`,
      )
    return project.resourceConfig.functionDefaultRegions.join() === vercel
      ? { done: `${project.name} in ${place}, as the database` }
      : { todo: `move ${project.name} to ${place}, where the database is` }
  },
  do: async (world) => {
    const { vercel, place } = regionOf(world)
    const project = await findProject(world, hosted)
    // Stored first, so that a run that stops in between knows its own project.
    world.store({ [hosted.project]: projectName(world, hosted) })
    if (!project) {
      await createProject(world, hosted, vercel)
      return `Created ${projectName(world, hosted)} in ${place}, as the database.`
    }
    await moveProject(world, hosted, project.id, vercel)
    return `Moved ${project.name} to ${place}, where the database is.`
  },
})

function regionOf(world: World) {
  const region = findRegion(world.get('REGION') ?? '')
  if (!region) throw new SetupError('The region of the database is not known.')
  return region
}
