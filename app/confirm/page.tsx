import type { Metadata } from 'next'
import { SiteHeader } from '@/components/sections/site-header'
import { confirmationTexts, confirmationVersion } from '@/lib/lead/confirmation-texts'
import { confirmationCopy as copy } from '@/lib/site/confirmation'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }

/**
 * Asks whoever follows the link in the visitor's mail to confirm, by a button, since mail programs open links by themselves.
 * A rewrite of next.config.mjs leads here from /confirm/<token>/ask.
 */
export default function AskToConfirm() {
  return (
    <>
      <SiteHeader />
      <main className="hero px-5 py-28 text-center">
        <h1 className="mb-8 text-display">{copy.title}</h1>
        {/* Relative, so that the token stays in the address. */}
        <form method="post" action="answer" className="mx-auto mb-8 max-w-5xl">
          <input type="hidden" name="shown" value={confirmationVersion} />
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
