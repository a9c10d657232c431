import { setTimeout } from 'node:timers/promises'
import { sourceDigest } from '../../../supabase/functions/send-lead-email/source-digest.ts'
import { askFunction } from '../../doctor/function.ts'
import { readTarget } from '../../doctor/target.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { needRef, refOf } from '../supabase.ts'
import type { World } from '../world.ts'

const name = 'send-lead-email'

/** Deploys, unless a function of these sources answers. */
export const leadFunction: Step = {
  name: 'function',
  look: async (world) => {
    const version = refOf(world) && (await versionOf(world))
    return version === sourceDigest ? { done: 'It is built from these sources.' } : { todo: `deploy ${name}` }
  },
  do: async (world) => {
    await world.supabase('functions deploy', [name, '--use-api', `--remote=${needRef(world)}`, '--yes'])
    // The function's machines get a new key or version within a minute.
    for (let tries = 0; tries < 20; tries++) {
      if ((await versionOf(world)) === sourceDigest) return `Deployed ${name}.`
      if (tries === 0) world.wait('The new version reaches the machines of Supabase within a minute.')
      await setTimeout(world.pause)
    }
    throw new SetupError(
      'The function was deployed, but it does not answer as this version. npm run doctor says why.',
    )
  },
}

export async function versionOf(world: World): Promise<string | undefined> {
  const variables = {
    SUPABASE_URL: world.addressOf(needRef(world)),
    SUPABASE_SECRET_KEY: world.get('SUPABASE_SECRET_KEY'),
  }
  return (await askFunction(readTarget(variables)))?.health?.version
}
