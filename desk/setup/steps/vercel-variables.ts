import * as z from 'zod/mini'
import { digestOf, pageVariables } from '../page-variables.ts'
import type { Step } from '../step.ts'
import { askVercel, findProject, needProject } from '../vercel.ts'
import type { World } from '../world.ts'

const listSchema = z.object({
  envs: z.array(
    z.object({
      key: z.string(),
      target: z.optional(z.union([z.string(), z.array(z.string())])),
      comment: z.optional(z.nullable(z.string())),
    }),
  ),
})

/** Sets the variables of the page for production that are missing or differ. */
export const vercelVariables: Step = {
  name: 'page variables',
  look: async (world) => {
    const wrong = await findWrong(world)
    return wrong.length > 0
      ? { todo: `set ${namesOf(wrong)} for production` }
      : { done: `${namesOf(pageVariables(world))} are set for production.` }
  },
  do: async (world) => {
    const wrong = await findWrong(world)
    const { id } = await needProject(world)
    // The CLI cannot send a list, so each variable is a call of its own.
    for (const [key, value] of wrong) {
      const body = { key, value, target: ['production'], comment: noteOf(value), type: typeOf(key) }
      await askVercel(world, z.unknown(), `/v10/projects/${id}/env`, {
        method: 'POST',
        body,
        query: { upsert: 'true' },
      })
    }
    return `Set ${namesOf(wrong)} for production.`
  },
}

const sensitive = [
  ...['SUPABASE_SECRET_KEY', 'SITE_SECRET', 'VIDEO_URL', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'],
]
/** Nobody can read a sensitive value again, not even the operator. */
const typeOf = (name: string) => (sensitive.includes(name) ? 'sensitive' : 'encrypted')

const namesOf = (variables: [string, string][]) => variables.map(([name]) => name).join(', ')

/** Vercel does not tell a sensitive value, so a note beside it tells whether it is the same. */
const noteOf = (value: string) => `npm run setup ${digestOf(value)}`

async function findWrong(world: World): Promise<[string, string][]> {
  const project = await findProject(world)
  const list = project && (await askVercel(world, listSchema, `/v10/projects/${project.id}/env`))
  const isSet = (name: string, value: string) =>
    list?.envs.some(
      ({ key, target = [], comment }) =>
        key === name && [target].flat().includes('production') && comment === noteOf(value),
    )
  return pageVariables(world).filter(([name, value]) => !isSet(name, value))
}
