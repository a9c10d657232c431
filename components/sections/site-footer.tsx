import { LegalLinks } from '@/components/legal-links'
import { copyright } from '@/supabase/functions/_shared/site'

export function SiteFooter() {
  return (
    <footer className="border-line border-t bg-surface px-5 py-8 text-muted text-sm sm:px-8">
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>{copyright}</p>
        <LegalLinks />
      </div>
    </footer>
  )
}
