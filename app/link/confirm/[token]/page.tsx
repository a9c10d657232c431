import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { QuestionNotice } from '@/components/question-notice'
import { askedNumber } from '@/lib/lead/confirm-lead'
import { confirmationTexts, confirmationVersion } from '@/site/confirmation-texts'
import { confirmationCopy as copy } from '@/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/** proxy.ts sets the Content-Security-Policy of this page. */
export default async function AskToConfirm({ params }: PageProps<'/link/confirm/[token]'>) {
  const asked = await askedNumber((await params).token)
  if ('outcome' in asked) redirect(`/confirm/outcome/${asked.outcome}`)
  return (
    <QuestionNotice title={copy.title} button={copy.button}>
      <input type="hidden" name="shown" value={confirmationVersion} />
      <p className="rounded-full border bg-background px-4.5 py-2 text-xl font-bold">{asked.number}</p>
      <p className="text-balance text-muted-foreground">{confirmationTexts[confirmationVersion]}</p>
    </QuestionNotice>
  )
}
