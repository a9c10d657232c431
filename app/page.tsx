import type { Metadata } from 'next'
import { Discover } from '@/components/sections/discover'
import { Hero } from '@/components/sections/hero'
import { SiteFooter } from '@/components/sections/site-footer'
import { SiteHeader } from '@/components/sections/site-header'
import { ShareTags } from './share-tags'
import { StructuredData } from './structured-data'

export const metadata: Metadata = { alternates: { canonical: '/' } }

export default function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main>
        <Hero />
        <Discover />
      </main>
      <SiteFooter />
      <ShareTags />
      <StructuredData />
    </>
  )
}
