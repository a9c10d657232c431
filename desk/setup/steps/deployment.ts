import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Hosted } from '../hosted.ts'
import { digestOf } from '../page-variables.ts'
import type { Step } from '../step.ts'
import { throwFailure } from '../throw-failure.ts'
import {
  bringLive,
  type Deployment,
  findDeployment,
  findProject,
  listDeployments,
  liveDeployment,
  needProject,
  type Project,
} from '../vercel.ts'
import { limits, type World } from '../world.ts'

/** Deploys, unless these sources and variables are live at the domain. */
export const deployment = (hosted: Hosted): Step => ({
  name: hosted.what,
  look: async (world) => {
    const project = await findProject(world, hosted)
    const live = project && (await liveDeployment(world, hosted, project))
    if (live?.meta.setup === markOf(world, hosted))
      return { done: 'It is built from these sources and variables.' }
    return project && (await newestOf(world, hosted, project.id))
      ? { todo: `bring the ${hosted.what} live that is built already` }
      : { todo: `build the ${hosted.what} at Vercel and bring it live` }
  },
  do: async (world) => {
    const project = await needProject(world, hosted)
    const built = (await newestOf(world, hosted, project.id)) ?? (await build(world, hosted, project))
    const live = await liveDeployment(world, hosted, await needProject(world, hosted))
    if (live?.id !== built.id) await bringLive(world, hosted, project, built.id, 'promote')
    return `Brought live at ${world.get(hosted.address)}. Only you can open https://${built.url}.`
  },
})

async function newestOf(world: World, hosted: Hosted, id: string): Promise<Deployment | undefined> {
  const [newest] = await listDeployments(world, id, { state: 'READY', limit: '1' })
  return newest?.meta.setup === markOf(world, hosted) ? newest : undefined
}

async function build(world: World, hosted: Hosted, { id, accountId }: Project): Promise<Deployment> {
  world.wait(`Vercel builds the ${hosted.what}. This takes some minutes.`)
  const meta = ['--meta', `setup=${markOf(world, hosted)}`, '--meta', `commit=${commitOf(world)}`]
  const more = {
    ...{ VERCEL_ORG_ID: accountId, VERCEL_PROJECT_ID: id },
    // Without a repository, the CLI sends no author. Vercel blocks a deployment whose author is no member of
    // the team (vercel/vercel#13998).
    GIT_DIR: '/dev/null',
  }
  const answer = await world.vercel(['deploy', '--prod', '--yes', ...meta], '', more, limits.build)
  // The CLI ends with 0 even if a question had no answer. The list may be a moment late.
  for (let tries = 0; answer.code === 0 && tries < 5; tries++) {
    const built = await newestOf(world, hosted, id)
    if (built) return built
    await setTimeout(world.pause)
  }
  const [newest] = await listDeployments(world, id, { limit: '1' }).catch(() => [])
  const isOurs = newest?.meta.setup === markOf(world, hosted)
  const failed = isOurs ? await findDeployment(world, newest.id).catch(() => newest) : undefined
  const state = failed ? `\nThe deployment is ${failed.state}` : ''
  return throwFailure('vercel deploy', { ...answer, stderr: answer.stderr + state }, world.mask)
}

const markOf = (world: World, hosted: Hosted) =>
  digestOf(JSON.stringify([hosted.sources(world), hosted.variables(world)]))

/**
 * npm run update -- --back finds the function of that time by this commit. Uncommitted sources, such as the
 * brand after the first setup, have none: the function of HEAD would lack them.
 */
function commitOf({ folder }: World): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('status', '--porcelain', '--', 'site', 'supabase') ? 'none' : git('rev-parse', 'HEAD')
  } catch {
    return 'none'
  }
}
