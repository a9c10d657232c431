'use client'

import { ErrorScreen } from '@/components/error-screen'

export default function RouteError({ error }: { error: Error }) {
  return <ErrorScreen error={error} />
}
