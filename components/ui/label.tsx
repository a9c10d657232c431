import { Label as Root } from 'radix-ui'
import type { ComponentProps } from 'react'

/** A form label in the page's look; a class name that is given is added to its own. */
export function Label({ className, ...props }: ComponentProps<typeof Root.Root>) {
  return <Root.Root {...props} className={className ? `label ${className}` : 'label'} />
}
