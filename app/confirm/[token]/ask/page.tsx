import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { askedNumber } from '@/lib/lead/confirm-lead'
import { confirmationTexts, confirmationVersion } from '@/lib/lead/confirmation-texts'
import { confirmationCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/** Asks the visitor to confirm the number by a button: mail programs open links by themselves. proxy.ts sets the page's policy. */
export default async function AskToConfirm({ params }: PageProps<'/confirm/[token]/ask'>) {
  const asked = await askedNumber((await params).token)
  if ('outcome' in asked) redirect(`/confirm/outcome/${asked.outcome}`)
  return (
    <Notice title={copy.title}>
      {/* The form's action is relative, so the token stays in the address. */}
      <form method="post" action="answer" className="grid justify-items-center gap-8">
        <input type="hidden" name="shown" value={confirmationVersion} />
        <p className="text-heading">{asked.number}</p>
        <p className="text-balance text-muted-foreground">{confirmationTexts[confirmationVersion]}</p>
        <Button type="submit">{copy.button}</Button>
      </form>
      <p className="text-muted-foreground">{copy.otherwise}</p>
    </Notice>
  )
}
