import { z } from 'zod'

/** The report of a browser (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
const reportSchema = z.object({
  'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string() }),
})

/**
 * Returns which kind of script the policy has blocked, or undefined if this is no report of a blocked script. The
 * addresses in the report are left out, because they may contain a token or name a person. Scripts of extensions are
 * left out too.
 */
export function readBlocked(report: string): string | undefined {
  const { data } = reportSchema.safeParse(parse(report))
  const directive = data?.['csp-report']['effective-directive'] ?? ''
  if (!data || !/^script-src(?:-elem|-attr)?$/.test(directive)) return undefined
  const blocked = data['csp-report']['blocked-uri']
  if (blocked === 'inline' || blocked === 'eval') return `${directive} ${blocked}`
  return /^https?:/.test(blocked) ? `${directive} other site` : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
