import * as z from 'zod/mini'
import { type HostRecord, recordsAt } from '../../doctor/name-server.ts'
import type { Hosted } from '../hosted.ts'
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
  configuredBy: z.optional(z.nullable(z.string())),
  recommendedIPv4: z.optional(z.array(z.object({ rank: z.number(), value: z.array(z.string()) }))),
  recommendedCNAME: z.optional(z.array(z.object({ rank: z.number(), value: z.string() }))),
})

/** Names the DNS records that are still to be set. */
export const domain = (hosted: Hosted): Step => ({
  name: 'domain',
  look: async (world) => {
    const project = await findProject(world, hosted)
    const found =
      project &&
      (await askVercel(world, domainSchema, 'GET /v9/projects/:id/domains/:id', [
        project.id,
        hostOf(world, hosted),
      ]))
    if (!found) return { todo: `add ${hostOf(world, hosted)} and name its DNS record` }
    return found.verified
      ? { done: await tell(world, hosted, found) }
      : { todo: `ask Vercel to verify ${hostOf(world, hosted)}` }
  },
  do: async (world) => {
    const { id } = await needProject(world, hosted)
    const ids = [id, hostOf(world, hosted)]
    const found = await askVercel(world, domainSchema, 'GET /v9/projects/:id/domains/:id', ids)
    const domain =
      found ??
      (await askVercel(world, domainSchema, 'POST /v10/projects/:id/domains', [id], {
        body: { name: hostOf(world, hosted) },
      }))
    if (!domain)
      throw new SetupError(`Vercel did not add ${hostOf(world, hosted)}. Look at its page Domains.`)
    // Vercel verifies a domain that another account uses only when asked.
    const verified = domain.verified ? domain : await verify(world, ids).catch(() => domain)
    return `${found ? '' : 'Added. '}${await tell(world, hosted, verified ?? domain)}`
  },
})

const verify = (world: World, ids: string[]) =>
  askVercel(world, domainSchema, 'POST /v9/projects/:id/domains/:id/verify', ids)

/** Keeps missing and wrong DNS records for the summary. Says which spelling of the domain works. */
async function tell(world: World, hosted: Hosted, domain: z.infer<typeof domainSchema>) {
  const { name, apexName } = domain
  const config = await askVercel(world, configSchema, 'GET /v6/domains/:id/config', [name])
  const { set, remove } = adviseRecords(domain, config, await recordsAt(name))
  const other = name === apexName ? `www.${name}` : name === `www.${apexName}` ? apexName : undefined
  const project = await findProject(world, hosted)
  const hasOther =
    !other ||
    (await askVercel(world, domainSchema, 'GET /v9/projects/:id/domains/:id', [project?.id ?? '', other]))
  const alone = hasOther
    ? ''
    : ` Who types ${other} does not get the ${hosted.what}: to lead them here, add ${other} in Vercel (Domains), redirected to ${name}.`
  if (set.length + remove.length === 0) return `${name} leads to Vercel.${alone}`
  const todo = [
    set.length > 0 && `Set this DNS record where the domain is registered: ${set.join(' and ')}.`,
    remove.length > 0 &&
      `Remove this DNS record of the old host there, because it leads visitors and the certificate astray: ${remove.join(' and ')}.`,
  ].filter(Boolean)
  world.left(`${todo.join(' ')} Then run npm run doctor.`)
  const needs = [
    set.length > 0 && `needs the DNS record ${set.join(' and ')}`,
    remove.length > 0 && `must lose the DNS record ${remove.join(' and ')}`,
  ].filter(Boolean)
  return `${name} ${needs.join(', and ')}.${alone}`
}

/** So that the domain leads to Vercel and nowhere else. */
export function adviseRecords(
  { name, apexName, verified, verification = [] }: z.infer<typeof domainSchema>,
  config: z.infer<typeof configSchema> | undefined,
  records: HostRecord[],
): { set: string[]; remove: string[] } {
  const best = <T extends { rank: number }>(list: T[] = []) => list.toSorted((a, b) => a.rank - b.rank)[0]
  const [address] = best(config?.recommendedIPv4)?.value ?? []
  const alias = best(config?.recommendedCNAME)?.value.replace(/\.$/, '')
  const isRight = config?.misconfigured === false
  if (!isRight && !(name === apexName ? address : alias))
    throw new SetupError(
      `Vercel names no DNS record for ${name}. Its page Domains in the dashboard shows one.`,
    )
  const addresses = new Set(config?.recommendedIPv4?.flatMap(({ value }) => value))
  const isOurs = ({ type, value }: HostRecord) => type === 'A' && addresses.has(value)
  const isThere = records.some(isOurs)
  // Behind a proxy such as Cloudflare's, no address is Vercel's, and none is wrong.
  const isProxied = config?.configuredBy === 'http' || (isRight && !isThere)
  // Vercel has no IPv6 address (vercel/sdk, getdomainconfigop.ts), and nothing can be beside a CNAME.
  const old = records.filter((record) => record.type !== 'CNAME' && !isOurs(record))
  const remove = isProxied ? [] : old.map(({ type, value }) => `${name} ${type} ${value}`)
  const own = name === apexName ? `${name} A ${address}` : `${name} CNAME ${alias}`
  return {
    set: [
      ...(verified ? [] : verification.map(({ type, domain, value }) => `${domain} ${type} ${value}`)),
      ...(isRight || (isThere && remove.length > 0) ? [] : [own]),
    ],
    remove,
  }
}
