import { LandingPage } from '@/components/landing-page'
import { submitLead } from './actions'
import { ShareTags } from './share-tags'
import { StructuredData } from './structured-data'

/** The locked landing page in one variant. Search engines and link previews read the same text in every variant. */
export function HomePage({ variant }: { variant?: string }) {
  return (
    <>
      <LandingPage submitLead={submitLead} state={{ status: 'idle' }} variant={variant} />
      <ShareTags />
      <StructuredData />
    </>
  )
}
