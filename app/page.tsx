import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { variantNames } from '@/lib/site/variants'
import { PageMetadata } from './page-metadata'

export const metadata: Metadata = { alternates: { canonical: '/' } }

/** The landing page at `/`. When variants are tested, this page is the control. */
export default function Page() {
  return (
    <>
      <LandingPage state={{ status: 'idle' }} variant={variantNames[0]} />
      <PageMetadata />
    </>
  )
}
