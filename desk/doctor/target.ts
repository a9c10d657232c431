import { ports } from '../../machine/ports.ts'
import { sender as ownSender, type Sender } from '../../site/sender.ts'
import { projectOf } from '../core/connect-database.ts'

export type Variables = Record<string, string | undefined>

/** The project or local stack that the doctor examines. */
export type Target = ReturnType<typeof readTarget>

type Options = {
  /** The address of the page. It is set only if it differs from SITE_URL. */
  url?: string
  /** True if the function should send a test mail to the owner. */
  mail?: boolean
  /** The sender, with the links to the terms and the privacy page. */
  sender?: Sender
}

/** Returns the project at SUPABASE_URL. If SUPABASE_URL and SUPABASE_SECRET_KEY are missing, returns the local stack. */
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

/**
 * Returns whether SUPABASE_URL and SUPABASE_DB_URL belong to different projects. In that case, a remedy for one
 * project could harm the other.
 */
export const areMixed = ({ project, databaseProject }: Target) =>
  Boolean(project && databaseProject && project !== databaseProject)

/** Returns a URL that is safe to print, because its password and its query are removed. */
export function withoutQuery(url: string | undefined): string | undefined {
  const parsed = URL.parse(url ?? '')
  return parsed ? parsed.origin + parsed.pathname : undefined
}
