import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

/** With less than 16 pixels, phones zoom in on a tap. */
export function Input({ className, type, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      data-slot="input"
      className={cn(
        'min-h-9 w-full min-w-0 rounded-md border border-input bg-background px-3 py-1 text-base text-foreground placeholder:text-muted-foreground focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-destructive',
        className,
      )}
      {...props}
    />
  )
}
