import { programs } from '../install-tool.ts'
import { SetupError } from '../setup-error.ts'
import { canSignIn, offerToSignIn } from '../sign-in.ts'
import type { Step } from '../step.ts'
import { listOrganizations, refOf } from '../supabase.ts'
import type { World } from '../world.ts'

/** Also chooses the organization. */
export const supabaseLogin: Step = {
  name: 'Supabase login',
  look: async (world) => {
    try {
      return { done: await choose(world) }
    } catch (error) {
      if (!canSignIn(world, 'SUPABASE_ACCESS_TOKEN', error)) throw error
      return { todo: offer(world) }
    }
  },
  do: async (world) => {
    world.wait(`Please ${offer(world)}.`)
    world.signIn(programs.supabase, 'login')
    return choose(world)
  },
}

const offer = (world: World) => offerToSignIn('Supabase', world.get('SUPABASE_ORG'))

async function choose(world: World): Promise<string> {
  const organizations = await listOrganizations(world)
  if (organizations.length === 0)
    throw new SetupError('The login belongs to no organization. Make one at https://supabase.com/dashboard')
  const wanted = world.get('SUPABASE_ORG')
  // An organization matters only for a new project.
  if (refOf(world))
    return `The login sees ${organizations.map(({ name }) => name).join(', ')}, and the project is there already.`
  const id = await world.choose(
    ...(['SUPABASE_ORG', 'The organization that pays for the project', wanted] as const),
    organizations,
  )
  if (id !== wanted) world.store({ SUPABASE_ORG: id })
  return `The login may use the organization ${organizations.find((one) => one.id === id)?.name}.`
}
