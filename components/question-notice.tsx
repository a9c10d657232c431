import type { ReactNode } from 'react'
import { linkCopy } from '@/site/copy'
import { Notice } from './notice'
import { Button } from './ui/button'

type QuestionNoticeProps = { title: string; button: string; children: ReactNode }

/** Mail programs open links, so opening one must not be enough. */
export function QuestionNotice({ title, button, children }: QuestionNoticeProps) {
  return (
    <Notice title={title} sign="question">
      {/* A relative `action` keeps the token in the URL. */}
      <form method="post" action="answer" className="grid justify-items-start gap-8">
        {children}
        <Button type="submit" variant="cta" size="cta">
          {button}
        </Button>
      </form>
      <p className="text-sm text-muted-foreground">{linkCopy.otherwise}</p>
    </Notice>
  )
}
