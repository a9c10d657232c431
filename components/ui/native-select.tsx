import type { ComponentProps } from 'react'

/** Draws its own arrow, because WebKit would otherwise ignore the background and paint its default control. */
export function NativeSelect(props: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select data-slot="native-select" {...props} />
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="top-3.5 right-2.5"
      >
        <path d="m6 9 6 6 6-6" />
      </svg>
    </div>
  )
}
