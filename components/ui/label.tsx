import type { ComponentProps } from 'react'

/** Not Radix': it adds only that a double click selects nothing, for 400 bytes of script. */
export const Label = (props: ComponentProps<'label'>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives both
  <label data-slot="label" className="text-label" {...props} />
)
