import type { Metadata } from 'next'
import { InlineScript } from '@/components/inline-script'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { notFoundCopy } from '@/site/copy'

export const metadata: Metadata = { title: notFoundCopy.title }

export default function NotFound() {
  return (
    <Notice title={notFoundCopy.text} sign="failed">
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href="/">{notFoundCopy.home}</a>
      </Button>
      {/* Logs the unknown path (spec 2). This is no client component, because with one every page would need one more
          request. */}
      <InlineScript run="logPath" />
    </Notice>
  )
}
