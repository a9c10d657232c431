import { Discover } from '@/components/sections/discover'
import { Hero } from '@/components/sections/hero'
import { SiteFooter } from '@/components/sections/site-footer'
import { SiteHeader } from '@/components/sections/site-header'

export default function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main className="flex-1">
        <Hero />
        <Discover />
      </main>
      <SiteFooter />
    </>
  )
}
