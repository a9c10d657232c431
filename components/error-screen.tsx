import { errorCopy } from '@/lib/site/error-copy'
import { brand } from '@/supabase/functions/_shared/brand'

/**
 * Shown when rendering fails (spec 2 and 8). The message is safe to show, because Next.js replaces the message of any
 * error on the server.
 */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="grid min-h-svh content-center justify-items-center gap-8 px-gutter text-center type-lead">
      {/* biome-ignore lint/performance/noImgElement: inline, this vector would be in every visitor's page */}
      <img src="/icon.svg" alt={brand} width="64" height="64" />
      <h1 className="type-display">{errorCopy.title}</h1>
      <p>{message}</p>
      {/* After an error, only a full page load starts the scripts again. `Button` is not used here, because it would
          load two more scripts that merge class names. */}
      <a
        href="/"
        className="inline-flex min-h-13 items-center rounded-full bg-cta px-7 font-extrabold text-primary-foreground no-underline"
      >
        {errorCopy.retry}
      </a>
    </main>
  )
}
