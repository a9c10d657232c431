import * as z from 'zod/mini'
import { programs } from '../install-tool.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { askVercel } from '../vercel.ts'
import type { World } from '../world.ts'

const userSchema = z.object({
  user: z.object({ username: z.string(), defaultTeamId: z.optional(z.nullable(z.string())) }),
})
const team = z.object({
  ...{ id: z.string(), slug: z.string() },
  billing: z.optional(z.nullable(z.object({ plan: z.optional(z.nullable(z.string())) }))),
  membership: z.optional(z.object({ role: z.string() })),
})
/** Nobody with one of these roles can deploy: https://vercel.com/docs/rbac/access-roles */
const onlyReads = /^(?:SECURITY|BILLING|VIEWER.*)$/

/** Checks that the Vercel CLI is signed in, and chooses the team. */
export const vercelLogin: Step = {
  name: 'Vercel login',
  look: async (world) => {
    try {
      return { done: await choose(world) }
    } catch (error) {
      const isSignedOut = error instanceof SetupError && /credentials|vercel login/i.test(error.message)
      if (!(isSignedOut && world.isAttended)) throw error
      return { todo: 'sign in at Vercel' }
    }
  },
  do: async (world) => {
    world.signIn(process.execPath, programs.vercel, 'login')
    return choose(world)
  },
}

async function choose(world: World): Promise<string> {
  const wanted = world.get('VERCEL_TEAM')
  world.set('VERCEL_TEAM', '')
  const user = await askVercel(world, userSchema, '/v2/user')
  const list = z.object({ teams: z.array(team) })
  const teams = (await askVercel(world, list, '/v2/teams', { query: { limit: '20' } }))?.teams ?? []
  const standard = teams.length > 1 ? undefined : (teams[0]?.id ?? user?.user.defaultTeamId)
  const chosen = teams.find(({ id, slug }) => (wanted ? [id, slug].includes(wanted) : id === standard))
  if (!chosen) {
    const names = teams.map(({ slug }) => slug).join(', ')
    throw new SetupError(`Set VERCEL_TEAM to the team that pays for the page: ${names || 'there is none'}`)
  }
  const role = chosen.membership?.role ?? ''
  if (onlyReads.test(role))
    throw new SetupError(
      `In the team ${chosen.slug}, the login has the role ${role}, which cannot deploy a page. Ask an owner for the role Member, or use another login.`,
    )
  world.set('VERCEL_TEAM', chosen.id)
  const isFree = chosen.billing?.plan === 'hobby'
  const free = isFree
    ? ' Its plan is Hobby: no commercial use, and the page stops beyond a million requests a month (docs/scale.md).'
    : ''
  return `The login may use the team ${chosen.slug}.${free}`
}
