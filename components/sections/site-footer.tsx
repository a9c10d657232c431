import { LegalLinks } from '@/components/legal-links'
import { copyright } from '@/lib/site/copy'
import { senderLine } from '@/supabase/functions/_shared/sender'

/** The copyright notice (spec 2), the operator's name and address, and links to the operator's legal pages. */
export function SiteFooter() {
  return (
    <footer className="border-t bg-muted px-5 py-8 text-sm text-muted-foreground sm:px-8">
      <p className="mx-auto max-w-5xl">
        {`${copyright} ${senderLine()}`} <LegalLinks />
      </p>
    </footer>
  )
}
