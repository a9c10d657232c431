import { ports } from '../../lib/machine/ports.ts'

export type Variables = Record<string, string | undefined>

/** What the doctor looks at. */
export type Target = ReturnType<typeof readTarget>

type Options = {
  /** The page to fetch, when it is not at SITE_URL. */
  url?: string
  /** Whether the function sends a test mail to the owner. */
  mail?: boolean
}

/**
 * Tells from the site's variables what to look at: the project at SUPABASE_URL, or the stack of `npm start` when neither
 * that nor SUPABASE_SECRET_KEY is set. Nothing is checked here, so an address may be malformed.
 */
export function readTarget(variables: Variables, { url, mail = false }: Options = {}) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, VERCEL_PROJECT_PRODUCTION_URL: host } = variables
  const isLocal = !SUPABASE_URL && !SUPABASE_SECRET_KEY
  const localSiteUrl = isLocal ? `http://localhost:${variables.PORT || ports.pagePort.port}` : undefined
  const siteUrl = variables.SITE_URL || (host ? `https://${host}` : localSiteUrl)
  return {
    variables,
    isLocal,
    mail,
    siteUrl,
    pageUrl: url ?? siteUrl,
    supabaseUrl: isLocal
      ? `http://127.0.0.1:${variables.GATEWAY_PORT || ports.gatewayPort.port}`
      : SUPABASE_URL?.replace(/\/+$/, ''),
  }
}

/** An address as it may be printed: without a password or a query. */
export function shown(url: string | undefined): string | undefined {
  const parsed = URL.parse(url ?? '')
  return parsed ? parsed.origin + parsed.pathname : undefined
}
