import type { ComponentProps } from 'react'

/** The browser's own box under a drawn tick. Radix' box is a button, so nobody could consent before the scripts load. */
export function Checkbox(props: ComponentProps<'input'>) {
  return (
    <span className="relative">
      <input type="checkbox" data-slot="checkbox" {...props} />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m6 12 5 5 8-9" />
      </svg>
    </span>
  )
}
