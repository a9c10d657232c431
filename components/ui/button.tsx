import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** The page has only one button style (app/parts.css). With `asChild` a link gets it. */
export function Button({ asChild, ...props }: ComponentProps<'button'> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'button'
  return <Comp data-slot="button" {...props} />
}
