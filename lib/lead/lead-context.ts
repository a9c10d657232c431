import 'server-only'
import { serverEnv } from '@/lib/env'
import { isOfThisSite } from '@/lib/server/is-from-this-site'
import { campaignKeys, type LeadContext } from '@/supabase/functions/_shared/lead-request'
import { readConsentShown } from './consent-texts'
import { cutToBytes } from './cut-to-bytes'
import { evidenceAddress } from './evidence-address'
import { textField } from './read-lead-form'
import { readVariant } from './read-variant'
import { suspicion } from './suspicion'
import { visitorTraces } from './visitor-traces'

/**
 * Collects the evidence of a submission from the request and the form's hidden fields, cut to the contract's bounds
 * and, in bytes, to well below what the function reads. Needs no script in the browser: the page address and the
 * campaign come from the Referer. Throws as `parseServerEnv` does when the server lacks a setting.
 */
export function leadContext(headers: Headers, form: FormData): LeadContext {
  const page = headers.get('referer') ?? ''
  const referrer = evidenceAddress(textField(form, 'referrer'))
  return {
    ...readConsentShown(textField(form, 'consentVersion')),
    page: evidenceAddress(page),
    // A page of ours tells nothing, and its address may have the token of a confirmation.
    referrer: isOfThisSite(headers, referrer) ? '' : referrer,
    ...visitorTraces(headers),
    campaign: campaign(page),
    variant: readVariant(form),
    ...suspicion(form),
    ...(serverEnv().VERCEL_ENV === 'preview' && { preview: true }),
  }
}

function campaign(page: string): LeadContext['campaign'] {
  const query = URL.canParse(page) ? new URL(page).searchParams : new URLSearchParams()
  const entries = campaignKeys.map((key) => [key, cutToBytes(query.get(key) ?? '', 300)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value))
}
