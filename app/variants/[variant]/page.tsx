import { pageMetadata, StructuredData } from '@/app/page-metadata'
import { LandingPage } from '@/components/landing-page'
import { variantNames } from '@/lib/page-copy'

export const metadata = pageMetadata
export const dynamicParams = false
export const generateStaticParams = () => variantNames.slice(1).map((variant) => ({ variant }))

/** Only rewrites lead here, so visitors see the address `/` (build/variant-routes.ts, proxy.ts). */
export default async function VariantPage({ params }: PageProps<'/variants/[variant]'>) {
  return (
    <>
      <LandingPage state={{ status: 'idle' }} variant={(await params).variant} />
      <StructuredData />
    </>
  )
}
