import type { Metadata } from 'next'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { notFoundCopy } from '@/site/copy'

export const metadata: Metadata = { title: notFoundCopy.title }

const logPath = "console.error('404: no page at', location.pathname)"

/** The page for an unknown path (spec 2). */
export default function NotFound() {
  return (
    <Notice title={notFoundCopy.text} sign="failed">
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href="/">{notFoundCopy.home}</a>
      </Button>
      {/* Logs the unknown path (spec 2). This is no client component, because with one every page would need one more
          request. */}
      {/** biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own */}
      <script data-at-once="" dangerouslySetInnerHTML={{ __html: logPath }} />
    </Notice>
  )
}
