import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

/** Radix's would add 400 bytes of script, only so that a double click selects no text. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives both
    <label data-slot="label" className={cn('text-sm font-semibold', className)} {...props} />
  )
}
