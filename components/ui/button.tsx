import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** The page's one look of a button; with `asChild` a link has it. Its style is in app/parts.css. */
export function Button({ asChild, ...props }: ComponentProps<'button'> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'button'
  return <Comp data-slot="button" {...props} />
}
