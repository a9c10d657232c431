import * as z from 'zod/mini'
import type { Hosted } from '../hosted.ts'
import { digestOf } from '../page-variables.ts'
import { SetupError } from '../setup-error.ts'
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

const setSchema = z.object({
  failed: z.array(
    z.object({ error: z.object({ code: z.optional(z.string()), message: z.optional(z.string()) }) }),
  ),
})

/** For production. Sets what is missing or differs. */
export const vercelVariables = (hosted: Hosted): Step => ({
  name: `${hosted.what} variables`,
  look: async (world) => {
    const wrong = await findWrong(world, hosted)
    return wrong.length > 0
      ? { todo: `set ${namesOf(wrong)} for production` }
      : { done: `${namesOf(hosted.variables(world))} are set for production.` }
  },
  do: async (world) => {
    const wrong = await findWrong(world, hosted)
    const { id } = await needProject(world, hosted)
    // The CLI cannot send a list.
    for (const [key, value] of wrong) {
      // Nobody can read a sensitive value again, and some teams demand it.
      const body = { key, value, target: ['production'], comment: noteOf(value), type: 'sensitive' }
      const answer = await askVercel(world, setSchema, 'POST /v10/projects/:id/env', [id], {
        ...{ body, query: { upsert: 'true' } },
      })
      const [refused] = answer?.failed ?? []
      if (refused)
        throw new SetupError(
          `Vercel did not take ${key} (${refused.error.message ?? refused.error.code}). If it is there for more than Production, remove it in Vercel (Settings, Environment Variables), and run this again.`,
        )
    }
    return `Set ${namesOf(wrong)} for production.`
  },
})

const namesOf = (variables: [string, string][]) => variables.map(([name]) => name).join(', ')

/** Vercel hides a sensitive value, so a note beside it shows whether it is the same. */
const noteOf = (value: string) => `${note} ${digestOf(value)}`
const note = 'npm run setup'

const listOf = (world: World, id: string) => askVercel(world, listSchema, 'GET /v10/projects/:id/env', [id])

/** From whatever machine. */
export const isOurs = async (world: World, id: string) =>
  (await listOf(world, id))?.envs.some(({ comment }) => comment?.startsWith(note)) ?? false

async function findWrong(world: World, hosted: Hosted): Promise<[string, string][]> {
  const project = await findProject(world, hosted)
  const list = project && (await listOf(world, project.id))
  const isSet = (name: string, value: string) =>
    list?.envs.some(
      ({ key, target = [], comment }) =>
        key === name && [target].flat().includes('production') && comment === noteOf(value),
    )
  return hosted.variables(world).filter(([name, value]) => !isSet(name, value))
}
