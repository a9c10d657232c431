import type { Metadata } from 'next'
import { OutcomeNotice } from '@/components/outcome-notice'
import { confirmationCopy as copy, type LinkOutcome } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says whether the confirmation succeeded. Only the route app/confirm/[token]/answer redirects to this page. */
export default async function ConfirmationOutcomePage({ params }: PageProps<'/confirm/outcome/[outcome]'>) {
  return <OutcomeNotice texts={copy.outcomes} outcome={(await params).outcome as LinkOutcome} />
}
