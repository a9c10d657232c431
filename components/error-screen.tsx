import { errorCopy } from '@/lib/site/error-copy'
import { brand } from '@/supabase/functions/_shared/brand'

/** The screen of a failed rendering (spec 2 and 8). Next redacts the message of an error on the server, so it is safe to show. */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="grid min-h-svh content-center justify-items-center gap-8 px-5 text-center text-lead">
      {/* biome-ignore lint/performance/noImgElement: a vector; and inline every visitor would pay for it */}
      <img src="/icon.svg" alt={brand} width="64" height="64" />
      <h1 className="text-display">{errorCopy.title}</h1>
      <p>{message}</p>
      {/* Only a full page load starts the scripts again. Not by `Button`, which would be in a second script. */}
      <a href="/" data-slot="button">
        {errorCopy.retry}
      </a>
    </main>
  )
}
