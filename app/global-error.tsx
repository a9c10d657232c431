'use client'

import { ErrorScreen } from '@/components/error-screen'

/** A whole document of its own, which cannot use the styles of the failed layout. */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en" className="dark" style={{ colorScheme: 'dark', font: '1.1rem system-ui' }}>
      <body>
        <ErrorScreen error={error} />
      </body>
    </html>
  )
}
