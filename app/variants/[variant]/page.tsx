import type { Metadata } from 'next'
import { variantNames } from '@/lib/site/variants'
import { HomePage } from '../../home-page'

export const metadata: Metadata = { alternates: { canonical: '/' } }
export const dynamicParams = false
export const generateStaticParams = () => variantNames.slice(1).map((variant) => ({ variant }))

/** The landing page in a variant. Visitors see `/`, because only rewrites lead here (build/variant-routes.ts, proxy.ts). */
export default async function VariantPage({ params }: PageProps<'/variants/[variant]'>) {
  return <HomePage variant={(await params).variant} />
}
