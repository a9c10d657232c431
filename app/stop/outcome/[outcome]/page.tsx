import type { Metadata } from 'next'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { stopCopy as copy, type StopOutcome } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says how a withdrawal ended. Only app/stop/[token]/answer leads here. */
export default async function StopOutcomePage({ params }: PageProps<'/stop/outcome/[outcome]'>) {
  const { title, text } = copy.outcomes[(await params).outcome as StopOutcome]
  return (
    <Notice title={title}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild>
        <a href="/">{copy.home}</a>
      </Button>
    </Notice>
  )
}
