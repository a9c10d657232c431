import 'server-only'
import { serverEnv } from '@/lib/env'
import { isOfThisSite } from '@/lib/server/is-from-this-site'
import { variantNames } from '@/lib/site/variants'
import { campaignKeys, type LeadContext } from '@/supabase/functions/_shared/lead-request'
import { readConsentShown } from './consent-texts'
import { cutToBytes } from './cut-to-bytes'
import { evidenceAddress } from './evidence-address'
import { textField } from './read-lead-form'
import { suspicion } from './suspicion'
import { visitorTraces } from './visitor-traces'

/** Collects the evidence of a submission. The visitor needs no scripts. Throws if the server lacks a setting. */
export function leadContext(headers: Headers, form: FormData): LeadContext {
  const page = headers.get('referer') ?? ''
  const referrer = evidenceAddress(textField(form, 'referrer'))
  return {
    ...readConsentShown(textField(form, 'consentVersion')),
    page: evidenceAddress(page),
    // The address of our own page is left out, because it may contain a confirmation token.
    referrer: isOfThisSite(headers, referrer) ? '' : referrer,
    ...visitorTraces(headers),
    campaign: campaign(page),
    variant: variantNames.find((name) => name === textField(form, 'variant')),
    ...suspicion(form),
    ...(serverEnv().VERCEL_ENV === 'preview' && { preview: true }),
  }
}

function campaign(page: string): LeadContext['campaign'] {
  const query = URL.parse(page)?.searchParams
  const entries = campaignKeys.map((key) => [key, cutToBytes(query?.get(key) ?? '', 300)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value))
}
