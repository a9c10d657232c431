import { Logo } from '@/components/logo'

export function SiteHeader() {
  return (
    <header className="mx-auto flex w-full max-w-6xl px-5 py-5 sm:px-8 sm:py-7">
      {/* A full load, so that the page behind it starts locked. */}
      <a href="/" className="-m-2 rounded-lg p-2">
        <Logo />
      </a>
    </header>
  )
}
