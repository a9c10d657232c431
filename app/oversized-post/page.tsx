import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { LandingPage } from '@/components/landing-page'
import { checkLead } from '@/lib/lead/check-lead'
import { postedFields, postedFieldsHeader } from '@/lib/lead/posted-fields'
import { variantOfAnswer } from '@/lib/lead/read-variant'
import { oversizedCopy } from '@/lib/site/oversized'
import { submitLead } from '../actions'

export const metadata: Metadata = { robots: 'noindex' }

/**
 * The answer to a form that is too long to be taken: nothing is stored, and the page comes back with what was typed and a
 * message under each field that is too long. Only proxy.ts leads here.
 */
export default async function OversizedPost() {
  const posted = (await headers()).get(postedFieldsHeader)
  if (!posted) notFound()
  const fields = postedFields(posted)
  const checked = checkLead(fields)
  const { typed, submissionId } = checked
  const answer = 'status' in checked ? checked : { status: 'unavailable' as const, typed, submissionId }
  // Nothing where the form was longer than proxy.ts reads.
  const isRead = Object.values(typed).some(Boolean)
  return (
    <>
      <p role="alert" className="error px-5 pt-4 text-center">
        <strong>{oversizedCopy.title}</strong> {oversizedCopy.text}
      </p>
      <LandingPage
        submitLead={submitLead}
        initialState={isRead ? answer : { status: 'idle' }}
        variant={variantOfAnswer(fields)}
      />
    </>
  )
}
