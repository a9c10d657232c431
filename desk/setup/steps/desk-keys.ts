import { createHash, randomBytes } from 'node:crypto'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { change, listKeys, needRef, readRowsAsOwner, refOf } from '../supabase.ts'
import type { World } from '../world.ts'

/**
 * The project's publishable key, and one that only counts tries to sign in. The database gets a digest of the
 * second, and the issuer of the project's tokens.
 */
export const deskKeys: Step = {
  name: 'desk keys',
  look: async (world) => {
    const ref = refOf(world)
    const isDone = ref && (await isCurrent(world)) && (await isKnown(world, ref))
    return isDone
      ? { done: 'operator.env has both, and the database knows them.' }
      : { todo: 'take the publishable key, and make a key that counts tries to sign in' }
  },
  do: async (world) => {
    const [key] = await publishableKeys(world)
    if (!key?.api_key)
      throw new SetupError(
        'The project has no publishable key. Create one in the dashboard (Settings, API keys).',
      )
    const tryKey = world.get('DESK_TRY_KEY') || randomBytes(32).toString('base64url')
    world.store({ SUPABASE_PUBLISHABLE_KEY: key.api_key, DESK_TRY_KEY: tryKey })
    const ref = needRef(world)
    // Neither value can hold a quotation mark.
    await change(world, ref, `select desk.set_web('${issuerOf(world, ref)}', '${tryKey}')`)
    return 'Put both into operator.env.'
  },
}

const issuerOf = (world: World, ref: string) => `${world.addressOf(ref)}/auth/v1`

const publishableKeys = async (world: World) =>
  (await listKeys(world, needRef(world))).filter(({ api_key }) => api_key?.startsWith('sb_publishable_'))

const isCurrent = async (world: World) =>
  (await publishableKeys(world)).some(({ api_key }) => api_key === world.get('SUPABASE_PUBLISHABLE_KEY'))

async function isKnown(world: World, ref: string): Promise<boolean> {
  const [row] = await readRowsAsOwner(
    world,
    ref,
    `select issuer, encode(try_key_hash, 'hex') as hash from private.desk_web`,
  )
  const hash = createHash('sha256').update(world.get('DESK_TRY_KEY') ?? '')
  return row?.issuer === issuerOf(world, ref) && row.hash === hash.digest('hex')
}
