import type { Metadata } from 'next'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { stopCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/** Asks for a press of a button: mail programs open links by themselves. next.config.mjs serves this page at /stop/<token>/ask. */
export default function AskToStop() {
  return (
    <Notice title={copy.title}>
      <p className="text-balance text-muted-foreground">{copy.text}</p>
      {/* The form's action is relative, so the token stays in the address. */}
      <form method="post" action="answer">
        <Button type="submit">{copy.button}</Button>
      </form>
      <p className="text-muted-foreground">{copy.otherwise}</p>
    </Notice>
  )
}
