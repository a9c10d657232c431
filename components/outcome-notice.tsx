import { type LinkOutcome, linkCopy } from '@/site/copy'
import { Notice } from './notice'
import { Button } from './ui/button'

type OutcomeNoticeProps = {
  outcome: LinkOutcome
  texts: Record<LinkOutcome, { title: string; text: string }>
}

export function OutcomeNotice({ outcome, texts }: OutcomeNoticeProps) {
  const { title, text } = texts[outcome]
  return (
    <Notice title={title} sign={outcome === 'done' ? 'done' : 'failed'}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href="/">{linkCopy.home}</a>
      </Button>
    </Notice>
  )
}
