import { LegalLinks } from '@/components/legal-links'
import { copyright } from '@/lib/site/copy'

/** The copyright notice (spec 2) and the operator's links. */
export function SiteFooter() {
  return (
    <footer className="band px-5 py-8 text-small text-muted sm:px-8">
      <p className="mx-auto max-w-5xl">
        {copyright} <LegalLinks />
      </p>
    </footer>
  )
}
