import type { ComponentProps } from 'react'

export const Badge = (props: ComponentProps<'p'>) => (
  <p
    data-slot="badge"
    className="inline-block rounded-full hairline border-[#5c451c] bg-secondary px-2 py-1.5 text-badge text-secondary-foreground sm:px-3"
    {...props}
  />
)
