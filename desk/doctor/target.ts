import { ports } from '../../lib/machine/ports.ts'
import { sender as ownSender, type Sender } from '../../supabase/functions/_shared/sender.ts'

export type Variables = Record<string, string | undefined>

/** What the doctor looks at. */
export type Target = ReturnType<typeof readTarget>

type Options = {
  /** The page to fetch, when it is not at SITE_URL. */
  url?: string
  /** Whether the function sends a test mail to the owner. */
  mail?: boolean
  /** Who asks, with the terms and the privacy page. */
  sender?: Sender
}

/** Returns what to look at: the project at SUPABASE_URL, or the local stack without that and SUPABASE_SECRET_KEY. Checks nothing. */
export function readTarget(variables: Variables, { url, mail = false, sender = ownSender }: Options = {}) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_DB_URL } = variables
  const isLocal = !SUPABASE_URL && !SUPABASE_SECRET_KEY
  const localSiteUrl = isLocal ? `http://localhost:${variables.PORT || ports.pagePort.port}` : undefined
  const siteUrl = variables.SITE_URL || localSiteUrl
  return {
    variables,
    sender,
    isLocal,
    mail,
    siteUrl,
    pageUrl: url ?? siteUrl,
    supabaseUrl: isLocal
      ? `http://127.0.0.1:${variables.GATEWAY_PORT || ports.gatewayPort.port}`
      : SUPABASE_URL?.replace(/\/+$/, ''),
    project: projectOf(SUPABASE_URL),
    databaseProject: projectOf(SUPABASE_DB_URL),
  }
}

/** The id of the Supabase project in its address or its database's; undefined where the address names none. */
export function projectOf(address = ''): string | undefined {
  const { hostname = '', username = '' } = URL.parse(address) ?? {}
  const [, id] =
    /^(?:db\.)?([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /\.([a-z]{20})$/.exec(username) ?? []
  return id
}

/** Whether SUPABASE_URL and SUPABASE_DB_URL are of different projects, so that what helps one may harm the other. */
export const areMixed = ({ project, databaseProject }: Target) =>
  Boolean(project && databaseProject && project !== databaseProject)

/** A remedy by SQL. It says in which project, so that it cannot be run in another one. */
export const inEditor = ({ databaseProject }: Target, statement: string) =>
  `Run in the SQL editor${databaseProject ? ` of project ${databaseProject}` : ''}: ${statement};`

/** Returns an address without its password and query, as it may be printed. */
export function withoutQuery(url: string | undefined): string | undefined {
  const parsed = URL.parse(url ?? '')
  return parsed ? parsed.origin + parsed.pathname : undefined
}
