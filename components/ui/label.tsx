import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

/** A native label. Radix's label adds 400 bytes of script only to keep a double click from selecting text. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives both
    <label data-slot="label" className={cn('text-sm font-semibold', className)} {...props} />
  )
}
