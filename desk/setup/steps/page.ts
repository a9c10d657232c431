import { execFileSync } from 'node:child_process'
import { buildId } from '../../../build/build-id.ts'
import { digestOf, pageVariables } from '../page-variables.ts'
import type { Step } from '../step.ts'
import { throwFailure } from '../throw-failure.ts'
import { findProject, lastDeployment, needProject } from '../vercel.ts'
import type { World } from '../world.ts'

/** Builds the page at Vercel and brings it live, unless it is of these sources and variables. */
export const page: Step = {
  name: 'page',
  look: async (world) => {
    const project = await findProject(world)
    const live = project && (await lastDeployment(world, project.id))
    return live?.meta?.setup === markOf(world)
      ? { done: 'It is built from these sources and variables.' }
      : { todo: 'build the page at Vercel and bring it live' }
  },
  do: async (world) => {
    const { id, accountId } = await needProject(world)
    const meta = ['--meta', `setup=${markOf(world)}`, '--meta', `commit=${commitOf(world)}`]
    const answer = await world.vercel(['deploy', '--prod', '--yes', ...meta], '', {
      VERCEL_ORG_ID: accountId,
      VERCEL_PROJECT_ID: id,
    })
    // The CLI also ends with 0 if it asked something that nobody answered.
    const live = answer.code === 0 ? await lastDeployment(world, id) : undefined
    if (live?.meta?.setup !== markOf(world)) throwFailure('vercel deploy', answer, world.mask)
    return `Built and brought live: https://${live.url}`
  },
}

/** Tells whether a deployment is of these sources and variables. */
const markOf = (world: World) =>
  digestOf(JSON.stringify([buildId(world.get('SUPABASE_URL')), pageVariables(world)]))

/** The commit of the sources, by which npm run update -- --back finds the function of that time. */
function commitOf({ folder }: World): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'none'
  }
}
