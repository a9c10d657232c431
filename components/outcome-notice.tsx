import { linkCopy } from '@/lib/site/copy'
import { Notice } from './notice'
import { Button } from './ui/button'

/** Says whether the request of the visitor succeeded, and links to the landing page. */
export function OutcomeNotice({ title, text }: { title: string; text: string }) {
  return (
    <Notice title={title}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href="/">{linkCopy.home}</a>
      </Button>
    </Notice>
  )
}
