'use client'

import { ErrorScreen } from '@/components/error-screen'

/**
 * Replaces the root layout when the layout fails to render. This is a whole document of its own, and it cannot use
 * the styles of the layout.
 */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en" className="dark" style={{ colorScheme: 'dark', font: '1.1rem system-ui' }}>
      <body>
        <ErrorScreen error={error} />
      </body>
    </html>
  )
}
