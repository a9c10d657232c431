'use client'

import { ErrorScreen } from '@/components/error-screen'

/** Replaces the root layout when the layout fails to render. It is a whole document and cannot use the layout's styles. */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en" className="dark" style={{ colorScheme: 'dark', font: '1.1rem system-ui' }}>
      <body>
        <ErrorScreen message={error.message} />
      </body>
    </html>
  )
}
