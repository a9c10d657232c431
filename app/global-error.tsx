'use client'

import { ErrorScreen } from '@/components/error-screen'

/** Stands in for the layout when that itself failed, so it brings its own page, without the layout's styles. */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en" style={{ colorScheme: 'dark', font: '1.1rem system-ui' }}>
      <body>
        <ErrorScreen message={error.message} />
      </body>
    </html>
  )
}
