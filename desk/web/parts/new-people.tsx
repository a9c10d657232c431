import { useEffect, useState } from 'react'

/** The answer of GET /new: how many people are new, in words, or an empty text. */
export type NewCount = { text: string }

export type NewPeopleProps = {
  /** Where to ask: the filters of the page, and when it was made. */
  ask: string
  /** The page that shows them. */
  href: string
}

const pause = 20_000

/**
 * Says how many people have come since the page was made, while the page is visible. It is below the links to
 * the pages, on a phone above them, so it moves nothing that the operator is about to press. It is hidden
 * while people are ticked, because it would cover their bar.
 */
export function NewPeople({ ask, href }: NewPeopleProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    const look = () => {
      if (document.visibilityState === 'hidden') return
      // The printed address has a login in it, which an address for fetch must not have.
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
