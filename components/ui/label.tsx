import type { ComponentProps } from 'react'

/** The browser's own label. Radix' label takes 400 bytes of script, only to stop a double click from selecting text. */
export const Label = (props: ComponentProps<'label'>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives both
  <label data-slot="label" className="text-label" {...props} />
)
