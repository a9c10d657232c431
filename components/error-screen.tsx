import { errorCopy } from '@/lib/site/copy'

/**
 * The screen that is shown when rendering fails (spec 2 and 8). The message of an error thrown on the server arrives redacted,
 * so it is safe to show: https://nextjs.org/docs/app/api-reference/file-conventions/error#errormessage
 */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="px-5 py-28 text-center">
      <h1 className="text-title">{errorCopy.title}</h1>
      <p className="mt-6">{message}</p>
      {/* Only a full page load starts the scripts again. */}
      <a href="/" className="button mt-6">
        {errorCopy.retry}
      </a>
    </main>
  )
}
