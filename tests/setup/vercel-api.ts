import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { VercelCall } from '../../desk/setup/vendor-calls.ts'
import { listen } from '../kit/listen.ts'
import type { ApiFault } from './supabase-api.ts'

export const vercelToken = 'vercelToken0123456789abc'
export const teamId = 'team_0123456789abcdefghij'
const projectId = 'prj_0123456789abcdefghij'
const deskProjectId = 'prj_desk456789abcdefghij'

/** By status. */
const sentences: Record<number, [code: string, message: string]> = {
  401: ['unauthorized', 'Unauthorized'],
  403: ['forbidden', 'Not authorized'],
  409: ['conflict', 'Conflict'],
  429: ['rate_limited', 'Rate limit exceeded'],
  500: ['internal_server_error', 'An unexpected internal error occurred'],
}

/** The team of the user besides the one that pays, as each user has a Hobby team of their own. */
const hobbyTeamId = 'team_9876543210zyxwvutsrq'

type Variable = { key: string; value: string; target: string[]; type: string; comment?: string }
type Reply = { status?: number; body: unknown }
type Given = {
  framework?: string | null
  buildCommand?: string | null
  resourceConfig?: { functionDefaultRegions?: string[] }
}

/** What a project has. The page has one, and the desk on the web another. */
const openProject = () => ({
  project: undefined as
    | { name: string; region: string; framework?: string | null; buildCommand?: string | null }
    | undefined,
  variables: [] as Variable[],
  domains: [] as string[],
  /** The deployment at the domain. A rollback leaves it there until the next promotion. */
  live: '',
  isAutoAssigned: true,
  deployments: [] as { uid: string; meta: Record<string, string>; files: string[]; state?: string }[],
})
type Project = ReturnType<typeof openProject>

/**
 * A stand-in for the API of Vercel with two teams. The routes are the rows of desk/setup/vendor-calls.ts, which name
 * their sources in vercel/sdk 426eb4b7 and vercel/vercel 17d9ebaf. A call without a row is answered with 404 and counted
 * as unknown. Nothing is built: a deployment is ready at once, unless it is blocked.
 */
export async function openVercelApi() {
  const state = {
    ...openProject(),
    desk: openProject(),
    role: 'OWNER',
    /** True if the team demands that all variables are sensitive (vercel/sdk, createprojectenvop.ts, `failed`). */
    demandsSensitive: true,
    /** True if another account has the domain. */
    isTaken: false,
    /** True until Vercel is asked to look at the record of a domain that another account uses as well. */
    isUnverified: false,
    /** Whether that record can be found. Until then, the answer is a refusal (vercel/sdk, projectsVerifyProjectDomain). */
    hasRecord: true,
    /** A variable that is there for other environments in another form (vercel/sdk, createprojectenvop.ts, `failed`). */
    conflict: '',
    /** How often the list still lacks a deployment that is there. */
    lateLists: 0,
    /** Whether Vercel names the DNS records that it wants. */
    namesRecords: true,
    /** True if each deployment is blocked, whatever it names. */
    isBlocking: false,
    calls: [] as string[],
    unknown: [] as string[],
    faults: new Map<string, ApiFault>(),
    /** The call is done, but left without an answer. */
    isCut: (_call: string, _body: string): boolean => false,
  }
  const describeTeam = () => ({
    ...{ id: teamId, slug: 'example', name: 'Example', billing: { plan: 'pro' } },
    membership: { role: state.role },
  })
  const idOf = (of: Project) => (of === state.desk ? deskProjectId : projectId)
  const describeProject = (of: Project) => ({
    ...{ id: idOf(of), accountId: teamId, name: of.project?.name },
    ...{ framework: of.project?.framework, buildCommand: of.project?.buildCommand },
    resourceConfig: { functionDefaultRegions: of.project ? [of.project.region] : [] },
    // After a rollback this still names the newest one, as far as anybody can tell without an account.
    targets: { production: of.deployments.length > 0 ? { id: of.deployments.at(-1)?.uid } : null },
  })
  const describe = (
    of: Project,
    { uid, meta, state: readyState = 'READY' }: Project['deployments'][number],
  ) => ({
    ...{
      uid,
      id: uid,
      name: of.project?.name,
      url: `${uid}.vercel.app`,
      meta,
      projectId: idOf(of),
      ownerId: teamId,
    },
    ...{
      ...{ readyState, state: readyState, status: readyState, target: 'production' },
      ...{
        created: of.deployments.findIndex((one) => one.uid === uid) + 1,
        createdAt: of.deployments.findIndex((one) => one.uid === uid) + 1,
      },
    },
    ...{
      alias: [],
      aliasAssigned: 1,
      aliasFinal: `${uid}.vercel.app`,
      inspectorUrl: null,
      creator: { uid: 'user' },
    },
  })
  const readProject = ({ framework, buildCommand, resourceConfig }: Given) => ({
    ...{ framework, buildCommand },
    ...(resourceConfig?.functionDefaultRegions?.[0] && { region: resourceConfig.functionDefaultRegions[0] }),
  })
  /** A list does not name it. */
  const reasonOf = ({ state: readyState }: Project['deployments'][number]) =>
    readyState === 'BLOCKED' ? { readyStateReason: 'Git author must have access to the team' } : {}
  const describeDomain = (of: Project, name: string) => ({
    ...(state.isUnverified && {
      verification: [
        {
          type: 'TXT',
          domain: '_vercel.example.com',
          value: 'vc-domain-verify=1',
          reason: 'pending_domain_verification',
        },
      ],
    }),
    ...{
      name,
      apexName: name.split('.').slice(-2).join('.'),
      projectId: idOf(of),
      verified: !state.isUnverified,
    },
  })

  // In a route, :id is an id or a name.
  const routes: Record<VercelCall, (of: Project, body: Buffer, query: URLSearchParams, id: string) => Reply> =
    {
      'GET /v2/user': () => ({
        body: {
          user: { id: 'user', email: 'ada@example.com', username: 'ada', name: 'Ada', defaultTeamId: teamId },
        },
      }),
      'GET /v2/teams': () => ({
        body: {
          teams: [
            describeTeam(),
            { ...describeTeam(), id: hobbyTeamId, slug: 'adas-projects', billing: { plan: 'hobby' } },
          ],
          pagination: { count: 2, next: null, prev: null },
        },
      }),
      // The CLI asks for the team at this older address, without a version.
      'GET /teams/:id': () => ({ body: describeTeam() }),
      'GET /v9/projects/:id': (of, _, __, id) =>
        of.project && [of.project.name, idOf(of)].includes(id)
          ? { body: describeProject(of) }
          : { status: 404, body: { error: { code: 'not_found', message: 'Project not found' } } },
      'POST /v11/projects': (of, body) => {
        const { name, ...given } = JSON.parse(`${body}`)
        if (of.project)
          return { status: 409, body: { error: { code: 'conflict', message: 'Already exists' } } }
        of.project = { name, region: '', ...readProject(given) }
        return { body: describeProject(of) }
      },
      'PATCH /v9/projects/:id': (of, body) => {
        if (of.project) Object.assign(of.project, readProject(JSON.parse(`${body}`)))
        return { body: describeProject(of) }
      },
      'GET /v10/projects/:id/env': (of) => ({
        body: { envs: of.variables.map(({ value: _, ...rest }, id) => ({ id: String(id), ...rest })) },
      }),
      'POST /v10/projects/:id/env': (of, body, query) => {
        const added: Variable[] = [JSON.parse(`${body}`)]
        const isThere = added.some(({ key }) => of.variables.some((one) => one.key === key))
        if (isThere && query.get('upsert') !== 'true')
          return { status: 400, body: { error: { code: 'ENV_CONFLICT', message: 'Already exists' } } }
        const [refused] = state.demandsSensitive ? added.filter(({ type }) => type !== 'sensitive') : []
        if (refused)
          return {
            status: 201,
            body: {
              created: [],
              failed: [
                { error: { code: 'SENSITIVE_REQUIRED', message: 'Must be sensitive', key: refused.key } },
              ],
            },
          }
        const keys = added.map(({ key }) => key)
        const [conflict] = keys.filter((key) => key === state.conflict)
        if (conflict)
          return {
            status: 201,
            body: {
              created: [],
              failed: [{ error: { code: 'ENV_CONFLICT', key: conflict, message: 'Another one exists' } }],
            },
          }
        of.variables = [...of.variables.filter(({ key }) => !keys.includes(key)), ...added]
        return { status: 201, body: { created: [], failed: [] } }
      },
      'GET /v9/projects/:id/domains/:id': (of, _, __, name) => {
        return of.domains.includes(name)
          ? { body: describeDomain(of, name) }
          : { status: 404, body: { error: { message: 'Not found' } } }
      },
      'POST /v10/projects/:id/domains': (of, body) => {
        const { name } = JSON.parse(`${body}`)
        if (state.isTaken)
          return {
            status: 409,
            body: { error: { code: 'domain_taken', message: `${name} is already in use` } },
          }
        of.domains.push(name)
        return { body: describeDomain(of, name) }
      },
      'GET /v6/domains/:id/config': () => ({
        body: {
          ...{ configuredBy: null, acceptedChallenges: [], misconfigured: true },
          ...(state.namesRecords && {
            recommendedIPv4: [{ rank: 1, value: ['216.150.1.1'] }],
            recommendedCNAME: [{ rank: 1, value: '0123456789abcdef.vercel-dns-017.com.' }],
          }),
        },
      }),
      'GET /v6/deployments': (of, _, query) => {
        const wanted = query.get('state')
        if (of.deployments.length > 0 && state.lateLists-- > 0) return { body: { deployments: [] } }
        const all = of.deployments
          .filter(({ state: own = 'READY' }) => !wanted || own === wanted)
          .toReversed()
        const found =
          query.get('rollbackCandidate') === 'true' ? all.filter(({ uid }) => uid !== of.live) : all
        return {
          body: {
            deployments: found.slice(0, Number(query.get('limit'))).map((one) => describe(of, one)),
            pagination: { count: 1, next: null, prev: null },
          },
        }
      },
      'POST /v2/files': () => ({ body: { urls: [] } }),
      'POST /v13/deployments': (of, body) => {
        const { meta, files = [], gitMetadata } = JSON.parse(`${body}`)
        const paths = files.map(({ file }: { file: string }) => file)
        const uid = `dpl_${of === state ? '' : 'desk_'}${of.deployments.length}`
        // vercel/vercel#13998: the author of the commit is no member of the team.
        const blocked = gitMetadata?.commitAuthorEmail || state.isBlocking ? { state: 'BLOCKED' } : {}
        of.deployments.push({ uid, meta, files: paths, ...blocked })
        if (of.isAutoAssigned && !blocked.state) of.live = uid
        return { body: describe(of, of.deployments.at(-1) as never) }
      },
      'GET /v13/deployments/:id': (of, _, __, id) => {
        const uid = of.domains.includes(id) ? of.live : id.split('.')[0]
        const found = of.deployments.find((one) => one.uid === uid)
        return found
          ? { body: { ...describe(of, found), ...reasonOf(found) } }
          : { status: 404, body: { error: { code: 'not_found', message: 'Deployment not found' } } }
      },
      'POST /v9/projects/:id/domains/:id/verify': (of, _, __, name) => {
        if (!state.hasRecord)
          return {
            status: 400,
            body: { error: { code: 'missing_txt_record', message: `${name} has no such TXT record` } },
          }
        state.isUnverified = false
        return { body: describeDomain(of, name) }
      },
      'POST /v1/projects/:id/rollback/:id': (of, _, __, id) => {
        Object.assign(of, { live: id, isAutoAssigned: false })
        return { status: 201, body: '' }
      },
      'POST /v10/projects/:id/promote/:id': (of, _, __, id) => {
        Object.assign(of, { live: id, isAutoAssigned: true })
        return { status: 201, body: '' }
      },
    }
  const uidsOf = ({ deployments }: Project) => deployments.map(({ uid }) => uid)
  const isKnown = (route: string): route is VercelCall => route in routes

  const listener = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const body = await buffer(request)
    const parts = pathname.split('/')
    const isId = (at: number) =>
      parts[at - 1] === 'teams' ||
      (['projects', 'domains', 'deployments', 'rollback', 'promote'].includes(parts[at - 1] ?? '') && at > 2)
    const route: string = `${request.method} ${parts.map((part, at) => (isId(at) ? ':id' : part)).join('/')}`
    const ids = parts.filter((_, at) => isId(at)).map(decodeURIComponent)
    const id = ids.at(-1) ?? ''
    const ofDesk = [deskProjectId, state.desk.project?.name, ...state.desk.domains, ...uidsOf(state.desk)]
    const named = [...ids.map((one) => one.replace(/\.vercel\.app$/, '')), searchParams.get('projectId')]
    const isDesk =
      named.some((one) => one && ofDesk.includes(one)) ||
      (route === 'POST /v11/projects' && JSON.parse(`${body}`).framework === null) ||
      (route === 'POST /v13/deployments' && JSON.parse(`${body}`).name === state.desk.project?.name)
    const of = isDesk ? state.desk : state
    state.calls.push(route)
    const fault = state.faults.get(route)
    if (fault === 'silence') return
    if (!isKnown(route)) state.unknown.push(`${route} ${searchParams} ${body.subarray(0, 300)}`)
    const isSignedIn = request.headers.authorization === `Bearer ${vercelToken}`
    const refused = typeof fault === 'number' ? fault : isSignedIn ? undefined : 403
    const [code, message] = sentences[refused ?? 0] ?? []
    const reply = refused
      ? { status: refused, body: { error: { code, message } } }
      : ((isKnown(route) ? routes[route](of, body, searchParams, id) : undefined) ?? {
          status: 404,
          body: { error: { code: 'not_found', message: 'Not Found' } },
        })
    const isDone = (reply.status ?? 200) < 300
    if (fault === 'lost' || (isDone && state.isCut(route, `${body}`))) return
    // Without a body, there is no type either: the CLI cannot read an empty text as JSON.
    answer.writeHead(reply.status ?? 200, reply.body === '' ? {} : { 'content-type': 'application/json' })
    answer.end(reply.body === '' ? '' : JSON.stringify(reply.body))
  })
  const url = `http://127.0.0.1:${await listen(listener)}`

  return {
    state,
    url,
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
