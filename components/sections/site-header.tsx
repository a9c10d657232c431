import { Logo } from '@/components/ui/logo'

/** The header with the logo. The logo links to the landing page and reloads it, so the video is locked again. */
export function SiteHeader() {
  return (
    <header className="px-5 py-2 sm:px-8">
      <div className="mx-auto max-w-5xl">
        <a href="/" className="inline-flex min-h-12 items-center gap-3 text-heading no-underline">
          <Logo />
        </a>
      </div>
    </header>
  )
}
