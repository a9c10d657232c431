import { Logo } from '@/components/logo'

/** The logo, which leads to the landing page. */
export function SiteHeader() {
  return (
    <header className="mx-auto max-w-5xl p-5 lg:px-0">
      {/* A full page load, so that the landing page starts locked. */}
      <a href="/" className="logo text-heading">
        <Logo />
      </a>
    </header>
  )
}
