import { ports } from '../../machine/ports.ts'
import { sender as ownSender, type Sender } from '../../site/sender.ts'
import { projectOf } from '../core/connect-database.ts'

export type Variables = Record<string, string | undefined>

export type Target = ReturnType<typeof readTarget>

type Options = {
  /** If it differs from SITE_URL. */
  url?: string
  /** To the owner. */
  mail?: boolean
  sender?: Sender
}

/** The project at SUPABASE_URL. The local stack if SUPABASE_URL and SUPABASE_SECRET_KEY are missing. */
export function readTarget(variables: Variables, { url, mail = false, sender = ownSender }: Options = {}) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_DB_URL } = variables
  const isLocal = !SUPABASE_URL && !SUPABASE_SECRET_KEY
  const localSiteUrl = isLocal ? `http://127.0.0.1:${variables.PORT || ports.pagePort.port}` : undefined
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

/** A remedy for one project could harm the other. */
export const areMixed = ({ project, databaseProject }: Target) =>
  Boolean(project && databaseProject && project !== databaseProject)

/** Without password and query, so safe to print. */
export function withoutQuery(url: string | undefined): string | undefined {
  const parsed = URL.parse(url ?? '')
  return parsed ? parsed.origin + parsed.pathname : undefined
}
