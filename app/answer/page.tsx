import type { Metadata } from 'next'
import { getRedirectError } from 'next/dist/client/components/redirect'
import { RedirectStatusCode } from 'next/dist/client/components/redirect-status-code'
import { headers } from 'next/headers'
import { LandingPage } from '@/components/landing-page'
import { openOwnLink } from '@/lib/lead/open-own-link'
import { postedFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { readLeadForm, textField } from '@/lib/lead/read-lead-form'
import { variantNames } from '@/lib/site/variants'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/** Answers a form posted without scripts, or the play button on the page of a visitor's own link. Only proxy.ts leads here. */
export default async function Answer() {
  const sent = await headers()
  const posted = sent.get(postedFieldsHeader)
  const fields = postedFields(posted ?? '')
  const token = textField(fields, 'token')
  if (token) {
    const state = await openOwnLink(token, sent)
    // Only the status 303 makes the browser send a GET, but the `redirect` of Next.js answers with 307.
    if (!state) throw getRedirectError('/#training', 'replace', RedirectStatusCode.SeeOther)
    return <LandingPage submitLead={submitLead} state={state} />
  }
  const state = posted
    ? await submitLead(fields)
    : { status: 'unavailable' as const, typed: readLeadForm(fields), submissionId: '' }
  const variant = variantNames.find((name) => name === textField(fields, 'variant')) ?? variantNames[0]
  return <LandingPage submitLead={submitLead} state={state} variant={variant} />
}
