import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { LandingPage } from '@/components/landing-page'
import { postedFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import { variantOfAnswer } from '@/lib/lead/read-variant'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * The answer to a form that the browser posts by itself: the page with the player, or with what was typed and what is wrong
 * with it. Only proxy.ts leads here.
 */
export default async function Answer() {
  const posted = (await headers()).get(postedFieldsHeader)
  const fields = postedFields(posted ?? '')
  const state = posted
    ? await submitLead(fields)
    : { status: 'unavailable' as const, typed: readLeadForm(fields), submissionId: '' }
  return <LandingPage submitLead={submitLead} state={state} variant={variantOfAnswer(fields)} />
}
