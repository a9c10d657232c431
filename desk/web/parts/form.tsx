import type { ComponentProps } from 'react'
import { useMay } from './may.tsx'

type FormProps = ComponentProps<'form'> & {
  /** The function of the desk that the form calls. Who may not call it does not see the form. */
  call?: string
}

/**
 * A form that is posted. Its key is another one whenever a page is drawn, so the desk knows if the same is pressed
 * twice, and does it once.
 */
export function Form({ children, call, ...props }: FormProps) {
  const may = useMay()
  if (call && !may(call)) return null
  return (
    <form method="post" {...props}>
      <input type="hidden" name="press" value={crypto.randomUUID()} autoComplete="off" />
      {children}
    </form>
  )
}
