import 'server-only'
import { serverEnv } from '@/lib/env'
import { isOfThisSite } from '@/lib/server/is-from-this-site'
import { variantNames } from '@/lib/site/variants'
import { campaignKeys, type LeadContext } from '@/supabase/functions/_shared/lead-request'
import { readConsentShown } from './consent-texts'
import { cutToBytes } from './cut-to-bytes'
import { textField } from './read-lead-form'
import { refusesTracking } from './refuses-tracking'
import { visitorTraces } from './visitor-traces'

const maxAddressLength = 8_000
const minElapsedMs = 2_000

/**
 * Collects the evidence of a submission. This also works if scripts are off in the visitor's browser. Throws if a
 * setting of the server is missing.
 */
export function leadContext(headers: Headers, form: FormData): LeadContext {
  const page = headers.get('referer') ?? ''
  const referrer = evidenceAddress(textField(form, 'referrer'))
  return {
    ...readConsentShown(textField(form, 'consentVersion')),
    page: evidenceAddress(page),
    // If the referrer is a page of our own site, it is left out, because its URL may contain a confirmation token.
    referrer: isOfThisSite(headers, referrer) ? '' : referrer,
    ...visitorTraces(headers),
    campaign: campaign(page),
    variant: variantNames.find((name) => name === textField(form, 'variant')),
    ...suspicion(form),
    ...(refusesTracking(headers) && { refusesTracking: true }),
    ...(serverEnv().VERCEL_ENV === 'preview' && { preview: true }),
  }
}

function campaign(page: string): LeadContext['campaign'] {
  const query = URL.parse(page)?.searchParams
  const entries = campaignKeys.map((key) => [key, cutToBytes(query?.get(key) ?? '', 300)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value))
}

/**
 * Removes the login, the query and the fragment from a URL, because they may contain private data. Returns '' if the
 * text is not a URL.
 */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.slice(0, maxAddressLength))
  if (!url) return ''
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return cutToBytes(url.href, 300)
}

/**
 * Suspects a bot if the honeypot was filled in or the form was sent too fast. If scripts are off in the browser, the
 * time is unknown.
 */
export function suspicion(form: FormData): Pick<LeadContext, 'suspectedBot' | 'timeUnknown'> {
  const [elapsedMs] = /^\d{1,15}$/.exec(textField(form, 'elapsedMs')) ?? []
  const isTooFast = elapsedMs !== undefined && Number(elapsedMs) < minElapsedMs
  return {
    suspectedBot: textField(form, 'topic') !== '' || isTooFast,
    ...(elapsedMs === undefined && { timeUnknown: true }),
  }
}
