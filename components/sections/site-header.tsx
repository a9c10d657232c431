import { Logo } from '@/components/logo'

export function SiteHeader() {
  return (
    <header className="mx-auto max-w-5xl p-5 lg:px-0">
      {/* A full load, so that the page behind it starts locked. */}
      <a href="/" className="logo text-heading">
        <Logo />
      </a>
    </header>
  )
}
