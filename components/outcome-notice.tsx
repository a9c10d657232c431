import { Notice } from './notice'
import { Button } from './ui/button'

type OutcomeNoticeProps = { title: string; text: string; home: string }

/** Says how a visitor's press of a button ended, and leads home. */
export function OutcomeNotice({ title, text, home }: OutcomeNoticeProps) {
  return (
    <Notice title={title}>
      <p className="text-balance text-muted-foreground">{text}</p>
      <Button asChild>
        <a href="/">{home}</a>
      </Button>
    </Notice>
  )
}
