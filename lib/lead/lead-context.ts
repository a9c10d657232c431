import 'server-only'
import { serverEnv } from '@/lib/env'
import { variantNames } from '@/lib/page-copy'
import { isOfThisSite } from '@/lib/server/is-from-this-site'
import type { LeadContext } from '@/supabase/functions/_shared/lead-request'
import { arrivalOf, readCampaign } from './campaign'
import { readConsentShown } from './consent-shown'
import { textField } from './read-lead-form'
import { refusesTracking } from './refuses-tracking'
import { visitorTraces } from './visitor-traces'

const maxAddressLength = 300
const minElapsedMs = 2_000

/** The evidence of a submission, also without scripts. Throws if a setting is missing. */
export function leadContext(headers: Headers, form: FormData): LeadContext {
  // Some browsers and proxies send no Referer, or an empty one. Only this page has the form.
  const page = ['referer', 'origin'].map((name) => headers.get(name) ?? '').find((at) => /^https?:/i.test(at))
  const referrer = evidenceAddress(textField(form, 'referrer'))
  return {
    ...readConsentShown(textField(form, 'consentId')),
    page: evidenceAddress(page ?? ''),
    // A URL of our own may contain a confirmation token.
    referrer: isOfThisSite(headers, referrer) ? '' : referrer,
    ...visitorTraces(headers),
    campaign: readCampaign(arrivalOf(textField(form, 'arrival'), headers)),
    variant: variantNames.find((name) => name === textField(form, 'variant')),
    ...suspicion(form),
    ...(refusesTracking(headers) && { refusesTracking: true }),
    ...(serverEnv().VERCEL_ENV === 'preview' && { preview: true }),
  }
}

/**
 * Without login, query and fragment, which may be private. Only the host if the rest is too long. '' if it is
 * no URL.
 */
export function evidenceAddress(text: string): string {
  const url = URL.parse(text.replace(/[?#].*$/s, ''))
  if (!url) return ''
  url.username = ''
  url.password = ''
  if (url.href.length > maxAddressLength) url.pathname = '/'
  return url.href.length > maxAddressLength ? '' : url.href
}

/** A bot fills in the honeypot or is too fast. Without scripts, the time is unknown. */
export function suspicion(form: FormData): Pick<LeadContext, 'suspectedBot' | 'timeUnknown'> {
  const [elapsedMs] = /^\d{1,15}$/.exec(textField(form, 'elapsedMs')) ?? []
  const isTooFast = elapsedMs !== undefined && Number(elapsedMs) < minElapsedMs
  return {
    suspectedBot: textField(form, 'topic') !== '' || isTooFast,
    ...(elapsedMs === undefined && { timeUnknown: true }),
  }
}
