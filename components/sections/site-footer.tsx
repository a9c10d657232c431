import { LegalLinks } from '@/components/legal-links'
import { copyright, trustCopy } from '@/site/copy'
import { senderLine } from '@/supabase/functions/_shared/sender-line'

/** Spec 2. */
export function SiteFooter() {
  return (
    <footer className="border-t px-gutter py-7 text-sm text-muted-foreground sm:px-8">
      <div className="mx-auto max-w-page low:max-w-7xl">
        <p>
          {`${copyright} ${senderLine()}`} <LegalLinks />
        </p>
        {trustCopy.disclaimer && <p className="mt-3 text-xs">{trustCopy.disclaimer}</p>}
      </div>
    </footer>
  )
}
