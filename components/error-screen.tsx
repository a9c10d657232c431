// `errorCopy` of site.ts, written in by next.config.mjs: an import would bring all copy into the first load of every page.
declare const ERROR_TITLE: string
declare const ERROR_RETRY: string

/**
 * What is left when rendering failed (spec 2 and 8). The message of an error thrown on the server arrives redacted,
 * so it is safe to show: https://nextjs.org/docs/app/api-reference/file-conventions/error#errormessage
 */
export function ErrorScreen({ message }: { message: string }) {
  return (
    <main className="px-5 py-28 text-center">
      <h1 className="text-title">{ERROR_TITLE}</h1>
      <p className="my-6">{message}</p>
      {/* Only a full load starts the scripts anew. */}
      <a href="/" className="button">
        {ERROR_RETRY}
      </a>
    </main>
  )
}
