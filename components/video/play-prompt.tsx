import type { ReactNode } from 'react'

/** Seen on any picture. */
export function PlayPrompt({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="disc">
        <svg viewBox="-9 -9 42 42" aria-hidden="true" className="fill-primary forced-colors:fill-current">
          <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
        </svg>
      </span>
      <span className="rounded-md bg-background ring-2 ring-primary px-4 py-2 text-sm font-bold sm:text-base">
        {children}
      </span>
    </>
  )
}
