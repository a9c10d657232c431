import { useEffect, useState } from 'react'

/** Of GET /new: how many people are new, in words, or ''. */
export type NewCount = { text: string }

export type NewPeopleProps = {
  /** The filters of the page, and when it was made. */
  ask: string
  /** The page that shows them. */
  href: string
}

const pause = 20_000

/**
 * How many people came since the page was made. Placed below the links to the pages (on a phone above), so
 * that it moves nothing that is about to be pressed. Hidden while people are ticked, because it would cover
 * their bar.
 */
export function NewPeople({ ask, href }: NewPeopleProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      // The printed address has a login in it, which fetch refuses.
      fetch(`${location.origin}${ask}`, { signal: abort.signal })
        .then((response) => (response.ok ? response.json() : { text: '' }))
        .then((answer: NewCount) => setText(answer.text))
        .catch(() => {})
    }
    const timer = setInterval(look, pause)
    document.addEventListener('visibilitychange', look)
    return () => {
      abort.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ask])
  return (
    <p
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-20 text-center md:bottom-6 xl:right-auto xl:bottom-28 xl:w-56 xl:px-2 print:hidden [body:has(input[name=lead]:checked)_&]:hidden"
    >
      {text && (
        <a
          href={href}
          className="pointer-events-auto inline-block rounded-full border border-chart bg-card px-4 py-2 text-sm font-semibold shadow-lg hover:bg-muted"
        >
          {text}: show
        </a>
      )}
    </p>
  )
}
