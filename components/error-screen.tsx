import { useEffect } from 'react'
import { useHydrated } from '@/components/loader/use-hydrated'
import { brand } from '@/site/brand'
import { errorCopy } from '@/site/error-copy'

/**
 * Shown when rendering fails (spec 2 and 8). The message is safe, because Next.js replaces those of the
 * server. Reports the error without its message, which may repeat what was typed.
 */
export function ErrorScreen({ error }: { error: Error & { digest?: string } }) {
  useHydrated()
  useEffect(() => {
    const [, number = error.digest ?? ''] = /error (#\d+)/.exec(error.message) ?? []
    const [place = ''] = /\/_next\/static\/[^\s?)]+(?=\?|:\d)/.exec(error.stack ?? '') ?? []
    const [line = ''] = /:\d+:\d+/.exec(error.stack ?? '') ?? []
    navigator.sendBeacon?.('/failure', `${error.name} ${number} ${place && place + line}`)
  }, [error])

  return (
    <main className="flex min-h-svh flex-col justify-center px-gutter text-center type-lead">
      <div className="mx-auto grid w-full max-w-xl justify-items-center gap-8 rounded-2xl paper p-8 px-gutter sm:px-8">
        {/* biome-ignore lint/performance/noImgElement: as markup, this vector would be in every page */}
        <img src="/icon.svg" alt={brand} width="64" height="64" />
        <h1 className="type-title">{errorCopy.title}</h1>
        <p>{error.message}</p>
        {/* Only a full page load starts the scripts again. The empty address keeps the campaign and an email's link.
          `Button` would load two more scripts that merge class names. */}
        <a
          // biome-ignore lint/a11y/useValidAnchor: the address of the page itself
          href=""
          className="inline-flex min-h-13 items-center rounded-lg bg-primary px-7 font-extrabold text-primary-foreground no-underline"
        >
          {errorCopy.retry}
        </a>
      </div>
    </main>
  )
}
