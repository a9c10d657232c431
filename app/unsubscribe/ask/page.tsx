import type { Metadata } from 'next'
import { QuestionNotice } from '@/components/question-notice'
import { unsubscribeCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/**
 * Asks the visitor whether to stop all mails to this mailbox. next.config.mjs serves this page under the path
 * /unsubscribe/<token>/ask.
 */
export default function AskToUnsubscribe() {
  return (
    <QuestionNotice title={copy.title} button={copy.button}>
      <p className="text-balance text-muted-foreground">{copy.text}</p>
    </QuestionNotice>
  )
}
