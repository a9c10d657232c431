import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { LandingPage } from '@/components/landing-page'
import { stalePostHeader } from '@/lib/lead/stale-post'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * The answer to a form posted natively from a page that is older than the deploy, which the framework would turn away:
 * the lead is stored, and the page comes back as it is now. Only proxy.ts leads here.
 */
export default async function StalePost() {
  const form = (await headers()).get(stalePostHeader)
  if (!form) notFound()
  const fields = new FormData()
  for (const [name, value] of new URLSearchParams(form)) fields.set(name, value)
  return <LandingPage submitLead={submitLead} initialState={await submitLead({ status: 'idle' }, fields)} />
}
