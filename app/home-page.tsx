import { LandingPage } from '@/components/landing-page'
import { submitLead } from './actions'
import { ShareTags } from './share-tags'
import { StructuredData } from './structured-data'

/** The landing page, locked, in one of its variants, with what search engines and link previews read: the same in each. */
export function HomePage({ variant }: { variant?: string }) {
  return (
    <>
      <LandingPage submitLead={submitLead} state={{ status: 'idle' }} variant={variant} />
      <ShareTags />
      <StructuredData />
    </>
  )
}
