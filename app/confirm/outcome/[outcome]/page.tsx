import type { Metadata } from 'next'
import { OutcomeNotice } from '@/components/outcome-notice'
import { confirmationCopy as copy, type LinkOutcome } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says how a confirmation ended. Only app/confirm/[token]/answer leads here. */
export default async function ConfirmationOutcomePage({ params }: PageProps<'/confirm/outcome/[outcome]'>) {
  return <OutcomeNotice {...copy.outcomes[(await params).outcome as LinkOutcome]} />
}
