import type { Metadata } from 'next'
import { LandingPage } from '@/components/landing-page'
import { submitLead } from './actions'
import { ShareTags } from './share-tags'
import { StructuredData } from './structured-data'

export const metadata: Metadata = { alternates: { canonical: '/' } }

/** The landing page at `/`, locked, with what search engines and link previews read. */
export default function Page() {
  return (
    <>
      <LandingPage submitLead={submitLead} initialState={{ status: 'idle' }} />
      <ShareTags />
      <StructuredData />
    </>
  )
}
