import { z } from 'zod'

/** The report of a browser (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.string(),
    'blocked-uri': z.string(),
    'source-file': z.string().nullish().catch(null),
  }),
})

/**
 * Which kind of script the policy blocked, or undefined for any other report, also about an extension's.
 * Without addresses, which may contain a token or name a person.
 */
export function readBlocked(report: string): string | undefined {
  const { data } = reportSchema.safeParse(parse(report))
  const directive = data?.['csp-report']['effective-directive'] ?? ''
  if (!data || !/^script-src(?:-elem|-attr)?$/.test(directive)) return undefined
  const { 'blocked-uri': blocked, 'source-file': file } = data['csp-report']
  // Of an extension's inline script, Chromium and Firefox tell the bare scheme.
  if (file && !/^https?:/.test(file)) return undefined
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
