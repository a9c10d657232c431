import type { Metadata } from 'next'
import { variantNames } from '@/lib/site/variants'
import { HomePage } from './home-page'

export const metadata: Metadata = { alternates: { canonical: '/' } }

/** The landing page at `/`. When variants are tested, this page is the control. */
export default function Page() {
  return <HomePage variant={variantNames[0]} />
}
