import type { Metadata } from 'next'
import { variantNames } from '@/lib/site/variants'
import { HomePage } from '../../home-page'

export const metadata: Metadata = { alternates: { canonical: '/' } }
export const dynamicParams = false
export const generateStaticParams = () => variantNames.slice(1).map((variant) => ({ variant }))

/**
 * The landing page in a variant. Only rewrites lead here, so visitors see the address `/` (build/variant-routes.ts,
 * proxy.ts).
 */
export default async function VariantPage({ params }: PageProps<'/variants/[variant]'>) {
  return <HomePage variant={(await params).variant} />
}
