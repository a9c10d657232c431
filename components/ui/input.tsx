import type { ComponentProps } from 'react'

/** Sixteen pixels of text: with less, a phone zooms into the field. */
export const control =
  'min-h-12 w-full min-w-0 rounded-xl border border-field bg-ink px-3.5 text-base text-paper outline-offset-0 aria-invalid:border-danger'

export function Input(props: ComponentProps<'input'>) {
  return <input {...props} className={control} />
}
