import type { ComponentProps } from 'react'
import { useMay } from './may.tsx'

type FormProps = ComponentProps<'form'> & {
  /** The function of the desk that the form calls. Only members who may call it see the form. */
  call?: string
}

/** Each drawing has a new key, so a press that arrives twice acts once. */
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
