import * as z from 'zod/mini'
import { SetupError } from '../setup-error.ts'
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
    const found =
      project &&
      (await askVercel(world, domainSchema, 'GET /v9/projects/:id/domains/:id', [project.id, hostOf(world)]))
    if (!found) return { todo: `add ${hostOf(world)} and name its DNS record` }
    return found.verified
      ? { done: await tell(world, found) }
      : { todo: `ask Vercel to verify ${hostOf(world)}` }
  },
  do: async (world) => {
    const { id } = await needProject(world)
    const ids = [id, hostOf(world)]
    const found = await askVercel(world, domainSchema, 'GET /v9/projects/:id/domains/:id', ids)
    const domain =
      found ??
      (await askVercel(world, domainSchema, 'POST /v10/projects/:id/domains', [id], {
        body: { name: hostOf(world) },
      }))
    if (!domain) throw new SetupError(`Vercel did not add ${hostOf(world)}. Look at its page Domains.`)
    // A domain that another account uses is verified only when Vercel is asked to look at its record.
    const verified = domain.verified ? domain : await verify(world, ids).catch(() => domain)
    return `${found ? '' : 'Added. '}${await tell(world, verified ?? domain)}`
  },
}

const verify = (world: World, ids: string[]) =>
  askVercel(world, domainSchema, 'POST /v9/projects/:id/domains/:id/verify', ids)

/** Says which DNS records are missing. Keeps them for the summary. */
async function tell(
  world: World,
  { name, apexName, verified, verification = [] }: z.infer<typeof domainSchema>,
) {
  const config = await askVercel(world, configSchema, 'GET /v6/domains/:id/config', [name])
  const best = <T extends { rank: number }>(list: T[] = []) => list.toSorted((a, b) => a.rank - b.rank)[0]
  const [address] = best(config?.recommendedIPv4)?.value ?? []
  const alias = best(config?.recommendedCNAME)?.value.replace(/\.$/, '')
  if (config?.misconfigured !== false && !(name === apexName ? address : alias))
    throw new SetupError(
      `Vercel names no DNS record for ${name}. Its page Domains in the dashboard shows one.`,
    )
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
