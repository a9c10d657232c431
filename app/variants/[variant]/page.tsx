import type { Metadata } from 'next'
import { variantNames } from '@/lib/site/variants'
import { HomePage } from '../../home-page'

export const metadata: Metadata = { alternates: { canonical: '/' } }
export const dynamicParams = false
export const generateStaticParams = () => variantNames.slice(1).map((variant) => ({ variant }))

/** The landing page in a variant. Only the rewrites of build/variant-routes.ts and proxy.ts lead here, so the address stays `/`. */
export default async function VariantPage({ params }: PageProps<'/variants/[variant]'>) {
  return <HomePage variant={(await params).variant} />
}
