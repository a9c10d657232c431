import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

/** Radix's is a button, which works only with scripts. */
export function Checkbox({ className, ...props }: ComponentProps<'input'>) {
  return (
    <span className="relative grid size-fit shrink-0 place-items-center text-primary-foreground">
      <input
        type="checkbox"
        data-slot="checkbox"
        className={cn(
          'peer size-4 appearance-none rounded-sm border border-input bg-background checked:border-primary checked:bg-primary focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-destructive',
          className,
        )}
        {...props}
      />
      {/* Its colour is that of the span: in forced colours an svg would keep a colour of its own. */}
      <svg
        data-slot="checkbox-indicator"
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        className="pointer-events-none absolute hidden size-4/5 peer-checked:block"
      >
        <path d="m5 12.5 5 5 9-10" />
      </svg>
    </span>
  )
}
