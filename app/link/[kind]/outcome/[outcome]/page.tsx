import type { Metadata } from 'next'
import { OutcomeNotice } from '@/components/outcome-notice'
import { confirmationCopy, type LinkOutcome, stopCopy, unsubscribeCopy } from '@/site/copy'

const copies = { confirm: confirmationCopy, stop: stopCopy, unsubscribe: unsubscribeCopy }
const copyOf = async ({ params }: PageProps<'/link/[kind]/outcome/[outcome]'>) =>
  copies[(await params).kind as keyof typeof copies]

export const dynamicParams = false
export const generateStaticParams = () =>
  Object.entries(copies).flatMap(([kind, { outcomes }]) =>
    Object.keys(outcomes).map((outcome) => ({ kind, outcome })),
  )

export async function generateMetadata(
  props: PageProps<'/link/[kind]/outcome/[outcome]'>,
): Promise<Metadata> {
  return { title: (await copyOf(props)).title, robots: 'noindex' }
}

/** Only the route app/link/[kind]/[token]/[act] redirects here. */
export default async function OutcomePage(props: PageProps<'/link/[kind]/outcome/[outcome]'>) {
  const { outcomes } = await copyOf(props)
  return <OutcomeNotice texts={outcomes} outcome={(await props.params).outcome as LinkOutcome} />
}
