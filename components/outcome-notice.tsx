import { linkCopy } from '@/lib/site/copy'
import { Notice } from './notice'
import { Button } from './ui/button'

/** Says how a visitor's press of a button ended, and leads home. */
export function OutcomeNotice({ title, text }: { title: string; text: string }) {
  return (
    <Notice title={title}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild>
        <a href="/">{linkCopy.home}</a>
      </Button>
    </Notice>
  )
}
