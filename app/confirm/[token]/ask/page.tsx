import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SiteHeader } from '@/components/sections/site-header'
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
    <>
      <SiteHeader />
      <main className="hero px-5 py-28 text-center">
        <h1 className="mb-8 text-display">{copy.title}</h1>
        {/* Relative, so that the token stays in the address. */}
        <form method="post" action="answer" className="mx-auto mb-8 max-w-5xl">
          <input type="hidden" name="shown" value={confirmationVersion} />
          <p className="mb-8 text-lead font-bold">{asked.number}</p>
          <p className="mb-8 text-lead text-muted">{confirmationTexts[confirmationVersion]}</p>
          <button type="submit" className="button">
            {copy.button}
          </button>
        </form>
        <p className="text-muted">{copy.otherwise}</p>
      </main>
    </>
  )
}
