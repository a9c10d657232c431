import type { Metadata } from 'next'
import { OutcomeNotice } from '@/components/outcome-notice'
import { stopCopy as copy, type LinkOutcome } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says how a withdrawal ended. Only app/stop/[token]/answer leads here. */
export default async function StopOutcomePage({ params }: PageProps<'/stop/outcome/[outcome]'>) {
  return <OutcomeNotice {...copy.outcomes[(await params).outcome as LinkOutcome]} />
}
