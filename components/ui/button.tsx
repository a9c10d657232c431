import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** The page's only button style (app/parts.css). With `asChild`, the child element, for example a link, gets this style. */
export function Button({ asChild, ...props }: ComponentProps<'button'> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'button'
  return <Comp data-slot="button" {...props} />
}
