import type { Metadata } from 'next'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { type ConfirmationOutcome, confirmationCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says how a confirmation ended. Only app/confirm/[token]/answer leads here. */
export default async function ConfirmationOutcomePage({ params }: PageProps<'/confirm/outcome/[outcome]'>) {
  const { title, text } = copy.outcomes[(await params).outcome as ConfirmationOutcome]
  return (
    <Notice title={title}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild>
        <a href="/">{copy.home}</a>
      </Button>
    </Notice>
  )
}
