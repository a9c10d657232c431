import { errorCopy } from '@/lib/site/copy'
import { brand } from '@/supabase/functions/_shared/brand'

/**
 * The screen that is shown when rendering fails (spec 2 and 8). The message of an error thrown on the server arrives redacted,
 * so it is safe to show: https://nextjs.org/docs/app/api-reference/file-conventions/error#errormessage
 */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="grid min-h-svh content-center justify-items-center gap-8 px-5 text-center text-lead">
      {/* biome-ignore lint/performance/noImgElement: a vector; and inline every visitor would pay for it */}
      <img src="/icon.svg" alt={brand} width="64" height="64" />
      <h1 className="text-display">{errorCopy.title}</h1>
      <p>{message}</p>
      {/* Only a full page load starts the scripts again. */}
      <a href="/" className="button">
        {errorCopy.retry}
      </a>
    </main>
  )
}
