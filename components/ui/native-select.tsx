import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

/** Radix's is a button, which works only with scripts. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div data-slot="native-select-wrapper" className="relative">
      {/* WebKit ignores the background of a select with the system's look. */}
      <select
        data-slot="native-select"
        className={cn(
          'min-h-9 w-full appearance-none rounded-md border border-input bg-background py-1 pr-8 pl-3 text-base text-foreground focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-destructive',
          className,
        )}
        {...props}
      />
      <svg
        data-slot="native-select-icon"
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4"
      >
        <path d="m6 9 6 6 6-6" />
      </svg>
    </div>
  )
}

export const NativeSelectOption = (props: ComponentProps<'option'>) => (
  <option data-slot="native-select-option" {...props} />
)
