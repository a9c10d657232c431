import type { ReactNode } from 'react'

/** Shows the play sign and the prompt, which the visitor presses. Three times, a circle spreads from the sign. */
export function PlayPrompt({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="disc bg-gold">
        <span className="absolute -inset-2 -z-10 rounded-full bg-primary opacity-35 motion-safe:animate-spread" />
        <svg
          viewBox="-19 -16 56 56"
          aria-hidden="true"
          className="fill-primary-foreground forced-colors:fill-current"
        >
          <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
        </svg>
      </span>
      <span className="rounded-full border bg-background px-4.5 py-2 text-sm font-semibold sm:text-base">
        {children}
      </span>
    </>
  )
}
