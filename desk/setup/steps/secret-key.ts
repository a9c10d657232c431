import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { listKeys, needRef, onceItAnswers, refOf } from '../supabase.ts'
import type { World } from '../world.ts'

/** For the page's calls of the function. A new project has one named `default`. */
export const secretKey: Step = {
  name: 'secret key',
  look: async (world) => {
    if (!refOf(world)) return { todo: 'put the secret key of the project into operator.env' }
    const keys = await secretKeys(world)
    const isCurrent = keys.some(({ api_key }) => api_key === world.get('SUPABASE_SECRET_KEY'))
    return isCurrent
      ? { done: 'operator.env has a key of the project.' }
      : { todo: 'put the secret key of the project into operator.env' }
  },
  do: async (world) => {
    const keys = await onceItAnswers(world, async () => {
      const found = await secretKeys(world)
      if (found.length > 0) return found
      const missing = new SetupError(
        'The project has no secret key. Create one named site in the dashboard (Settings, API keys).',
      )
      // A new project gets its keys some seconds later.
      missing.isPassing = true
      throw missing
    })
    const key = ['site', 'default'].flatMap((name) => keys.filter((one) => one.name === name)).concat(keys)[0]
    world.store({ SUPABASE_SECRET_KEY: key?.api_key ?? '' })
    return `Put the key ${key?.name} into operator.env.`
  },
}

const secretKeys = async (world: World) =>
  (await listKeys(world, needRef(world))).filter(({ api_key }) => api_key?.startsWith('sb_secret_'))
