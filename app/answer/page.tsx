import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { LandingPage } from '@/components/landing-page'
import { openWatchLink } from '@/lib/lead/open-watch-link'
import { openFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { readLeadForm, textField } from '@/lib/lead/read-lead-form'
import { submitLead } from '@/lib/lead/submit-lead'
import { variantNames } from '@/lib/page-copy'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * Answers a form that the browser posted without scripts. Also answers the play button on the page that a visitor's
 * watch link opens. Only proxy.ts leads here.
 */
export default async function Answer() {
  const requestHeaders = await headers()
  const posted = openFields(requestHeaders.get(postedFieldsHeader) ?? '')
  const fields = posted ?? new FormData()
  const variant = variantNames.find((name) => name === textField(fields, 'variant')) ?? variantNames[0]
  const token = textField(fields, 'token')
  if (token) return <LandingPage state={await openWatchLink(token, requestHeaders)} variant={variant} />
  const state = posted
    ? await submitLead(fields)
    : { status: 'unavailable' as const, typed: readLeadForm(fields), submissionId: '' }
  return <LandingPage state={state} variant={variant} />
}
