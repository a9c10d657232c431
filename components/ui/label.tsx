import type { ComponentProps } from 'react'

/** The browser's own label. Radix' label has 400 bytes of script that only keep a double click from selecting text. */
export const Label = (props: ComponentProps<'label'>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives both
  <label data-slot="label" className="text-label" {...props} />
)
