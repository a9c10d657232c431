import { LandingPage } from '@/components/landing-page'
import { variantNames } from '@/lib/page-copy'
import { pageMetadata, StructuredData } from './page-metadata'

export const metadata = pageMetadata

export default function Page() {
  return (
    <>
      <LandingPage state={{ status: 'idle' }} variant={variantNames[0]} />
      <StructuredData />
    </>
  )
}
