import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isOwnServer, loginsOf, type Options } from './setup.ts'
import { SetupError } from './setup-error.ts'
import { runSteps, type Step } from './step.ts'
import { check } from './steps/check.ts'
import { leadFunction } from './steps/function.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { page } from './steps/page.ts'
import { schema } from './steps/schema.ts'
import { siteSecret } from './steps/site-secret.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { vercelVariables } from './steps/vercel-variables.ts'
import { needRef, refOf } from './supabase.ts'
import { askVercel, lastDeployment, needProject } from './vercel.ts'
import { type Environment, openWorld, type World } from './world.ts'

/**
 * Brings the schema, the function and the page of this folder live, in this order, because each also works with the
 * older version of what comes after it. Returns the exit code: 0 if all is live, 1 if it stopped or something is left.
 */
export async function update(
  environment: Environment,
  { isPlan = false, examine }: Options = {},
): Promise<number> {
  const hosted = [vercelVariables, page]
  const backend = [supabaseProject, siteSecret, schema, functionSecrets, leadFunction]
  return run(
    environment,
    isPlan,
    (world) => [...loginsOf(world), ...backend, ...(isOwnServer(world) ? [] : hosted), check(examine)],
    () => [
      'Build the page in a fresh clone on your server, and start it in place of the old one (docs/hosting.md).',
    ],
  )
}

/**
 * Rolls the page back to its last deployment, and the function to the commit of that time. The schema stays, because
 * an older function works with it. `commit` is needed if the page is not at Vercel. Returns the exit code.
 */
export async function rollBack(
  environment: Environment,
  commit?: string,
  { isPlan = false }: Options = {},
): Promise<number> {
  const steps = (world: World) => [
    ...loginsOf(world),
    ...(isOwnServer(world) ? [] : [olderPage]),
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
  const world = openWorld(environment)
  if (!refOf(world)) {
    world.say('  operator.env names no Supabase project. Run npm run setup first.')
    return 1
  }
  if (isOwnServer(world)) for (const todo of ownServer()) world.left(todo)
  const hasEnded = await runSteps(world, stepsOf(world), isPlan)
  for (const todo of hasEnded ? world.stillToDo() : []) world.say(`  - ${world.mask(todo)}`)
  return hasEnded && (isPlan || world.stillToDo().length === 0) ? 0 : 1
}

const candidate = async (world: World) => {
  const found = await lastDeployment(world, (await needProject(world)).id, { rollbackCandidate: 'true' })
  if (!found) throw new SetupError('Vercel has no older deployment of the page.')
  return found
}

const olderPage: Step = {
  name: 'page',
  look: async (world) => {
    const { url, meta } = await candidate(world)
    // Vercel lists other deployments after the rollback, so the commit is kept for the function.
    world.set('ROLLBACK_COMMIT', String(meta?.commit ?? ''))
    return { todo: `roll back to ${url}` }
  },
  do: async (world) => {
    const [{ id }, { uid, url }] = [await needProject(world), await candidate(world)]
    await askVercel(world, z.unknown(), `/v1/projects/${id}/rollback/${uid}`, { method: 'POST' })
    return `Rolled back to ${url}.`
  },
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
      await world.supabase(['functions', 'deploy', 'send-lead-email', ...target])
    } finally {
      git('worktree', 'remove', '--force', folder)
    }
    return `Deployed the function of ${commit}.`
  },
})

function commitFor(world: World, given = world.get('ROLLBACK_COMMIT')): string {
  if (!given || !/^[0-9a-f]{7,40}$/.test(given))
    throw new SetupError('Name the commit of the function: npm run update -- --back <commit>')
  try {
    execFileSync('git', ['cat-file', '-e', `${given}^{commit}`], { cwd: world.folder, stdio: 'pipe' })
  } catch {
    throw new SetupError(`This clone does not have the commit ${given}. Pull it first.`)
  }
  return given
}
