import { Logo } from '@/site/logo'

/** A click on the logo loads the page again, so the video is locked. */
export function SiteHeader() {
  return (
    <header className="px-gutter py-2 sm:px-8 sideways:py-0.5">
      <div className="mx-auto max-w-page low:max-w-7xl">
        <a href="/" className="inline-flex min-h-12 items-center gap-3 text-lg font-bold no-underline">
          <Logo />
        </a>
      </div>
    </header>
  )
}
