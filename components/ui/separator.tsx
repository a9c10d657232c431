import { cn } from '@/lib/utils'
import { Separator as SeparatorPrimitive } from 'radix-ui'
import type { ComponentProps } from 'react'

/** A line between two parts. Screen readers do not announce the line unless `decorative` is false. */
export const Separator = ({
  className,
  orientation = 'horizontal',
  decorative = true,
  ...props
}: ComponentProps<typeof SeparatorPrimitive.Root>) => (
  <SeparatorPrimitive.Root
    data-slot="separator"
    orientation={orientation}
    decorative={decorative}
    className={cn(
      'shrink-0 bg-border data-[orientation=horizontal]:h-px data-[orientation=horizontal]:w-full data-[orientation=vertical]:h-full data-[orientation=vertical]:w-px',
      className,
    )}
    {...props}
  />
)
