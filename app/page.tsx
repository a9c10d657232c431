import { LandingPage } from '@/components/landing-page'
import { variantNames } from '@/lib/page-copy'
import { pageMetadata, StructuredData } from './page-metadata'

export const metadata = pageMetadata

/** The landing page at `/`. When variants are tested, this page is the control. */
export default function Page() {
  return (
    <>
      <LandingPage state={{ status: 'idle' }} variant={variantNames[0]} />
      <StructuredData />
    </>
  )
}
