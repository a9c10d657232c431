import type { ComponentProps } from 'react'

/** A native checkbox under a drawn tick. Radix's checkbox is a button, which works only after the scripts have loaded. */
export function Checkbox(props: ComponentProps<'input'>) {
  return (
    <span className="relative grid">
      <input
        type="checkbox"
        data-slot="checkbox"
        className="size-5.5 min-h-0 rounded-md p-0 checked:bg-primary"
        {...props}
      />
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="var(--background)" strokeWidth="3">
        <path d="m6 12 5 5 8-9" />
      </svg>
    </span>
  )
}
