import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/notice'
import { askedNumber } from '@/lib/lead/confirm-lead'
import { confirmationTexts, confirmationVersion } from '@/lib/lead/confirmation-texts'
import { confirmationCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/**
 * Asks whoever follows the link in the visitor's mail to confirm the number that it shows, by a button, since mail programs
 * open links by themselves. proxy.ts gives it a policy of its own.
 */
export default async function AskToConfirm({ params }: PageProps<'/confirm/[token]/ask'>) {
  const asked = await askedNumber((await params).token)
  if ('outcome' in asked) redirect(`/confirm/outcome/${asked.outcome}`)
  return (
    <Notice title={copy.title}>
      {/* Relative, so that the token stays in the address. */}
      <form method="post" action="answer" className="grid justify-items-center gap-8">
        <input type="hidden" name="shown" value={confirmationVersion} />
        <p className="font-bold">{asked.number}</p>
        <p className="text-balance text-muted">{confirmationTexts[confirmationVersion]}</p>
        <button type="submit" className="button">
          {copy.button}
        </button>
      </form>
      <p className="text-muted">{copy.otherwise}</p>
    </Notice>
  )
}
