import type { Metadata } from 'next'
import { SiteHeader } from '@/components/sections/site-header'
import { type ConfirmationOutcome, confirmationCopy as copy } from '@/lib/site/copy'

export const metadata: Metadata = { title: copy.title, robots: 'noindex' }
export const dynamicParams = false
export const generateStaticParams = () => Object.keys(copy.outcomes).map((outcome) => ({ outcome }))

/** Says what became of a confirmation. Only app/confirm/[token]/answer leads here. */
export default async function ConfirmationOutcomePage({ params }: PageProps<'/confirm/outcome/[outcome]'>) {
  const { title, text } = copy.outcomes[(await params).outcome as ConfirmationOutcome]
  return (
    <>
      <SiteHeader />
      <main className="hero px-5 py-28 text-center">
        <h1 className="mb-8 text-display">{title}</h1>
        <p className="mb-8 text-lead text-muted">{text}</p>
        {/* A full page load, so that the landing page starts locked. */}
        <a href="/" className="button">
          {copy.home}
        </a>
      </main>
    </>
  )
}
