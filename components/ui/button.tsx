import type { ComponentProps } from 'react'

/** The look of the page's one button, for links that act as one. */
export const buttonLook =
  'inline-flex min-h-13 cursor-pointer items-center justify-center rounded-full bg-accent px-7 py-3 text-center font-extrabold text-ink text-lg transition-colors hover:bg-accent-soft aria-disabled:cursor-progress aria-disabled:bg-accent-soft'

export function Button(props: ComponentProps<'button'>) {
  return <button {...props} className={buttonLook} />
}
