import type { ComponentProps } from 'react'

/**
 * A form that is posted. Its key is another one whenever a page is drawn, so the desk knows if the same is pressed
 * twice, and does it once.
 */
export const Form = ({ children, ...props }: ComponentProps<'form'>) => (
  <form method="post" {...props}>
    <input type="hidden" name="press" value={crypto.randomUUID()} autoComplete="off" />
    {children}
  </form>
)
