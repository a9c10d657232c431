import { programs } from '../install-tool.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { listOrganizations } from '../supabase.ts'
import type { World } from '../world.ts'

/** Checks that the Supabase CLI is signed in, and chooses the organization. */
export const supabaseLogin: Step = {
  name: 'Supabase login',
  look: async (world) => {
    try {
      return { done: await choose(world) }
    } catch (error) {
      if (!(error instanceof SetupError && world.isAttended && /token not provided/i.test(error.message)))
        throw error
      return { todo: 'sign in at Supabase' }
    }
  },
  do: async (world) => {
    world.signIn(programs.supabase, 'login')
    return choose(world)
  },
}

async function choose(world: World): Promise<string> {
  const organizations = await listOrganizations(world)
  if (organizations.length === 0)
    throw new SetupError('The login belongs to no organization. Make one at https://supabase.com/dashboard')
  const wanted = world.get('SUPABASE_ORG')
  const chosen = wanted ? organizations.find(({ id, name }) => [id, name].includes(wanted)) : organizations[0]
  if (!chosen || (!wanted && organizations.length > 1)) {
    const names = organizations.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new SetupError(`Set SUPABASE_ORG to the organization that pays for the project: ${names}`)
  }
  world.set('SUPABASE_ORG', chosen.id)
  return `The login may use the organization ${chosen.name}.`
}
