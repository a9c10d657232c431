'use client'

import { errorCopy } from '@/supabase/functions/_shared/site'
import './global-error.css'

/** Stands in for the layout when that itself failed, so it brings its own page and styles (spec 2 and 8). */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en" className="global-error">
      <title>{errorCopy.title}</title>
      <body>
        <h1>{errorCopy.title}</h1>
        <p>{error.message}</p>
        {/* Only a full load starts the scripts anew. */}
        <a href="/">{errorCopy.retry}</a>
      </body>
    </html>
  )
}
