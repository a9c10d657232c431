import * as z from 'zod/mini'
import { programs } from '../install-tool.ts'
import { SetupError } from '../setup-error.ts'
import { canSignIn, offerToSignIn } from '../sign-in.ts'
import type { Step } from '../step.ts'
import { askVercel } from '../vercel.ts'
import type { World } from '../world.ts'

const userSchema = z.object({
  user: z.object({ username: z.string() }),
})
const team = z.object({
  ...{ id: z.string(), slug: z.string() },
  billing: z.optional(z.nullable(z.object({ plan: z.optional(z.nullable(z.string())) }))),
  membership: z.optional(z.object({ role: z.string() })),
})
/** These roles cannot deploy: https://vercel.com/docs/rbac/access-roles */
const onlyReads = /^(?:SECURITY|BILLING|VIEWER.*)$/

/** Also chooses the team. */
export const vercelLogin: Step = {
  name: 'Vercel login',
  look: async (world) => {
    try {
      return { done: await choose(world) }
    } catch (error) {
      if (!canSignIn(world, 'VERCEL_TOKEN', error)) throw error
      return { todo: offer(world) }
    }
  },
  do: async (world) => {
    world.wait(`Please ${offer(world)}.`)
    world.signIn(process.execPath, programs.vercel, 'login')
    return choose(world)
  },
}

const offer = (world: World) => offerToSignIn('Vercel', world.get('VERCEL_USER'))

async function choose(world: World): Promise<string> {
  const wanted = world.get('VERCEL_TEAM')
  world.set('VERCEL_TEAM', '')
  const user = (await askVercel(world, userSchema, 'GET /v2/user'))?.user
  const list = z.object({ teams: z.array(team) })
  const teams = (await askVercel(world, list, 'GET /v2/teams', [], { query: { limit: '100' } }))?.teams ?? []
  if (teams.length === 0)
    throw new SetupError('The login belongs to no team. Make one at https://vercel.com/teams')
  const id = await world.choose(
    ...(['VERCEL_TEAM', 'The team that pays for the page', wanted] as const),
    teams.map(({ id, slug }) => ({ id, name: slug })),
  )
  const chosen = teams.find((one) => one.id === id) as (typeof teams)[number]
  const role = chosen.membership?.role ?? ''
  if (onlyReads.test(role))
    throw new SetupError(
      `In the team ${chosen.slug}, the login has the role ${role}, which cannot deploy a page. Ask an owner for the role Member, or use another login.`,
    )
  if (chosen.id !== wanted || user?.username !== world.get('VERCEL_USER'))
    world.store({ VERCEL_TEAM: chosen.id, VERCEL_USER: user?.username ?? '' })
  world.set('VERCEL_TEAM', chosen.id)
  const isFree = chosen.billing?.plan === 'hobby'
  const free = isFree
    ? ' Its plan is Hobby: no commercial use, and the page stops beyond a million requests a month (docs/scale.md).'
    : ''
  return `Signed in as ${user?.username}, who may use the team ${chosen.slug}.${free}`
}
