import * as z from 'zod/mini'
import type { Step } from '../step.ts'
import { askVercel, findProject, hostOf, needProject } from '../vercel.ts'
import type { World } from '../world.ts'

const domainSchema = z.object({
  ...{ name: z.string(), apexName: z.string(), verified: z.boolean() },
  verification: z.optional(z.array(z.object({ type: z.string(), domain: z.string(), value: z.string() }))),
})
const configSchema = z.object({
  misconfigured: z.boolean(),
  recommendedIPv4: z.optional(z.array(z.object({ rank: z.number(), value: z.array(z.string()) }))),
  recommendedCNAME: z.optional(z.array(z.object({ rank: z.number(), value: z.string() }))),
})

/** Adds the domain to the project at Vercel, and tells the DNS records that are still to be set. */
export const domain: Step = {
  name: 'domain',
  look: async (world) => {
    const project = await findProject(world)
    const found = project && (await askVercel(world, domainSchema, pathOf(world, project.id)))
    return found
      ? { done: await tell(world, found) }
      : { todo: `add ${hostOf(world)} and name its DNS record` }
  },
  do: async (world) => {
    const { id } = await needProject(world)
    const body = { name: hostOf(world) }
    const added = await askVercel(world, domainSchema, `/v10/projects/${id}/domains`, {
      method: 'POST',
      body,
    })
    return added ? `Added. ${await tell(world, added)}` : ''
  },
}

const pathOf = (world: World, id: string) => `/v9/projects/${id}/domains/${hostOf(world)}`

/** Says which DNS records are missing. Keeps them for the summary. */
async function tell(
  world: World,
  { name, apexName, verified, verification = [] }: z.infer<typeof domainSchema>,
) {
  const config = await askVercel(world, configSchema, `/v6/domains/${name}/config`)
  const best = <T extends { rank: number }>(list: T[] = []) => list.toSorted((a, b) => a.rank - b.rank)[0]
  const [address] = best(config?.recommendedIPv4)?.value ?? []
  const alias = best(config?.recommendedCNAME)?.value.replace(/\.$/, '')
  const own = name === apexName ? `${name} A ${address}` : `${name} CNAME ${alias}`
  const records = [
    ...(verified ? [] : verification.map(({ type, domain, value }) => `${domain} ${type} ${value}`)),
    ...(config?.misconfigured === false ? [] : [own]),
  ]
  if (records.length === 0) return `${name} leads to Vercel.`
  world.left(
    `Set this DNS record where the domain is registered: ${records.join(' and ')}. Then run npm run doctor.`,
  )
  return `${name} needs the DNS record ${records.join(' and ')}.`
}
