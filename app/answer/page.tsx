import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { LandingPage } from '@/components/landing-page'
import { postedFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { readLeadForm, textField } from '@/lib/lead/read-lead-form'
import { variantNames } from '@/lib/site/variants'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/** Answers a form that the browser posted by itself. Shows the player, or the form with its errors. Only proxy.ts leads here. */
export default async function Answer() {
  const posted = (await headers()).get(postedFieldsHeader)
  const fields = postedFields(posted ?? '')
  const state = posted
    ? await submitLead(fields)
    : { status: 'unavailable' as const, typed: readLeadForm(fields), submissionId: '' }
  const variant = variantNames.find((name) => name === textField(fields, 'variant')) ?? variantNames[0]
  return <LandingPage submitLead={submitLead} state={state} variant={variant} />
}
