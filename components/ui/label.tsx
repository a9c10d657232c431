import { Label as Root } from 'radix-ui'
import type { ComponentProps } from 'react'

export function Label(props: ComponentProps<typeof Root.Root>) {
  return <Root.Root {...props} className="label" />
}
