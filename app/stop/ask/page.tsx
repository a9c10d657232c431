import type { Metadata } from 'next'
import { QuestionNotice } from '@/components/question-notice'
import { stopCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/** Asks whether to withdraw the consent. next.config.mjs serves this page under the path /stop/<token>/ask. */
export default function AskToStop() {
  return (
    <QuestionNotice title={copy.title} button={copy.button}>
      <p className="text-balance text-muted-foreground">{copy.text}</p>
    </QuestionNotice>
  )
}
