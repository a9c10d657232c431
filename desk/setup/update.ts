import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { theDesk, thePage } from './hosted.ts'
import { isOwnServer, loginsOf, type Options } from './setup.ts'
import { SetupError } from './setup-error.ts'
import { runSteps, type Step } from './step.ts'
import { check } from './steps/check.ts'
import { deployment } from './steps/deployment.ts'
import { leadFunction, versionOf } from './steps/function.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { schema } from './steps/schema.ts'
import { siteSecret } from './steps/site-secret.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { vercelVariables } from './steps/vercel-variables.ts'
import { needRef, refOf } from './supabase.ts'
import { bringLive, type Deployment, listDeployments, liveDeployment, needProject } from './vercel.ts'
import { type Environment, openWorld, type World } from './world.ts'

/**
 * Schema, function, page: each also works with the older version of what comes after it. Returns the exit
 * code: 0 if all is live, 1 if it stopped or something is left.
 */
export async function update(
  environment: Environment,
  { isPlan = false, examine }: Options = {},
): Promise<number> {
  const backend = [supabaseProject, siteSecret, schema, functionSecrets, leadFunction]
  return run(
    environment,
    isPlan,
    (world) => [...loginsOf(world), ...backend, ...hostedOf(world), check(examine)],
    () => [
      'Build the page in a fresh clone on your server, and start it in place of the old one (docs/hosting.md).',
    ],
  )
}

/** The desk on the web is optional. */
function hostedOf(world: World): Step[] {
  if (isOwnServer(world)) return []
  const all = world.get(theDesk.project) ? [thePage, theDesk] : [thePage]
  return all.flatMap((one) => [vercelVariables(one), deployment(one)])
}

/**
 * Rolls the page back to its last deployment, or a commit's, and the function to the same commit. The schema
 * stays: an older function works with it. `commit` is needed if the page is not at Vercel. Returns the exit
 * code.
 */
export async function rollBack(
  environment: Environment,
  commit?: string,
  { isPlan = false }: Options = {},
): Promise<number> {
  const steps = (world: World) => [
    ...loginsOf(world),
    ...(isOwnServer(world) ? [] : [olderPage(commit)]),
    olderFunction(commit),
  ]
  return run(environment, isPlan, steps, () => [
    'Stop the page on your server, and start the clone from before (docs/hosting.md).',
  ])
}

async function run(
  environment: Environment,
  isPlan: boolean,
  stepsOf: (world: World) => Step[],
  ownServer: () => string[],
) {
  const world = openWorld({ ...environment, isPlan })
  if (!refOf(world)) {
    world.say('  operator.env names no Supabase project. Run npm run setup first.')
    return 1
  }
  if (isOwnServer(world)) for (const todo of ownServer()) world.left(todo)
  const hasEnded = await runSteps(world, stepsOf(world), isPlan)
  for (const todo of hasEnded ? world.stillToDo() : []) world.say(`  - ${world.mask(todo)}`)
  return hasEnded && (isPlan || world.stillToDo().length === 0) ? 0 : 1
}

const olderPage = (given?: string): Step => ({
  name: 'page',
  look: async (world) => {
    const { target, isLive } = await findOlder(world, given)
    world.set('ROLLBACK_COMMIT', String(target.meta.commit ?? ''))
    // The page stays if the function of that commit cannot follow.
    commitFor(world, given)
    world.set('ROLLBACK_PAGE', target.id)
    return isLive
      ? { done: `It is rolled back to ${target.url} already.` }
      : { todo: `roll back to ${target.url}` }
  },
  do: async (world) => {
    const live = await bringLive(
      world,
      thePage,
      await needProject(world, thePage),
      world.get('ROLLBACK_PAGE') ?? '',
      'rollback',
    )
    return `Rolled back to ${live.url}. It stays so until npm run update.`
  },
})

/**
 * The deployment to go back to: the one before the live page, or the last one of the given commit. If the
 * page is back but the function is of another commit, an earlier run stopped in between, and the page stays.
 */
async function findOlder(world: World, given?: string): Promise<{ target: Deployment; isLive: boolean }> {
  const project = await needProject(world, thePage)
  const live = await liveDeployment(world, thePage, project)
  const [newest] = await listDeployments(world, project.id, { state: 'READY', limit: '1' })
  const isBack = live && newest && live.id !== newest.id
  if (live && given && commitOf(live)?.startsWith(given)) return { target: live, isLive: true }
  if (!given && isBack && (await versionOf(world)) !== digestAt(world, String(live.meta.commit)))
    return { target: live, isLive: true }
  const candidates = await listDeployments(world, project.id, { state: 'READY', rollbackCandidate: 'true' })
  const target = candidates.find(
    (one) =>
      one.id !== live?.id &&
      one.at <= (live?.at ?? Number.POSITIVE_INFINITY) &&
      (!given || (commitOf(one) ?? given).startsWith(given)),
  )
  if (!target)
    throw new SetupError(
      `Vercel has no older deployment of the page${given ? ` of the commit ${given}` : ''}.`,
    )
  return { target, isLive: false }
}

/** Undefined unless setup made it from a clone. */
const commitOf = ({ meta }: Deployment) => /^[0-9a-f]{40}$/.exec(String(meta.commit))?.[0]

/** Undefined if this clone lacks the commit. */
function digestAt({ folder }: World, commit: string): string | undefined {
  const file = 'supabase/functions/send-lead-email/source-digest.ts'
  try {
    const text = execFileSync('git', ['show', `${commit}:${file}`], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return /'(\w+)'/.exec(text)?.[1]
  } catch {
    return undefined
  }
}

const olderFunction = (given?: string): Step => ({
  name: 'function',
  look: async (world) => ({ todo: `deploy the function of ${commitFor(world, given)}` }),
  do: async (world) => {
    const commit = commitFor(world, given)
    const folder = join(world.folder, '.local/setup/older')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: world.folder, stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
    git('worktree', 'add', '--detach', folder, commit)
    try {
      const target = ['--use-api', `--remote=${needRef(world)}`, '--workdir', folder, '--yes']
      await world.supabase('functions deploy', ['send-lead-email', ...target])
    } finally {
      git('worktree', 'remove', '--force', folder)
    }
    return `Deployed the function of ${commit}.`
  },
})

function commitFor(world: World, given = world.get('ROLLBACK_COMMIT')): string {
  if (!given || !/^[0-9a-f]{7,40}$/.test(given))
    throw new SetupError(
      'It is not known which commit to go back to. Name it: npm run update -- --back <commit>',
    )
  try {
    execFileSync('git', ['cat-file', '-e', `${given}^{commit}`], { cwd: world.folder, stdio: 'pipe' })
  } catch {
    throw new SetupError(`This clone does not have the commit ${given}. Pull it first.`)
  }
  return given
}
