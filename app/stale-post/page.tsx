import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { LandingPage } from '@/components/landing-page'
import { postedFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { variantOfAnswer } from '@/lib/lead/read-variant'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * The answer to a form posted natively from a page that is older than the deploy, which the framework would turn away:
 * the lead is stored, and the page comes back as it is now. Only proxy.ts leads here.
 */
export default async function StalePost() {
  const posted = (await headers()).get(postedFieldsHeader)
  if (!posted) notFound()
  const fields = postedFields(posted)
  const state = await submitLead({ status: 'idle' }, fields)
  return <LandingPage submitLead={submitLead} initialState={state} variant={variantOfAnswer(fields)} />
}
