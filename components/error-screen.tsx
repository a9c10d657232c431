import { buttonLook } from '@/components/ui/button'
import { errorCopy } from '@/supabase/functions/_shared/site'

/**
 * What is left when rendering failed (spec 2 and 8). The message of an error thrown on the server arrives redacted,
 * so it is safe to show: https://nextjs.org/docs/app/api-reference/file-conventions/error#errormessage
 */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="mx-auto grid max-w-3xl flex-1 place-content-center justify-items-start gap-6 px-5 py-24">
      <h1 className="text-balance font-bold text-title">{errorCopy.title}</h1>
      <p className="break-words text-muted">{message}</p>
      {/* Only a full load starts the scripts anew. */}
      <a href="/" className={buttonLook}>
        {errorCopy.retry}
      </a>
    </main>
  )
}
