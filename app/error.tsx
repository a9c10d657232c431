'use client'

import { ErrorScreen } from '@/components/error-screen'

/** Replaces a page that fails to render (spec 8). */
export default function RouteError({ error }: { error: Error }) {
  return <ErrorScreen error={error} />
}
