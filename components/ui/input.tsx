import type { ComponentProps } from 'react'

export const Input = (props: ComponentProps<'input'>) => <input data-slot="input" {...props} />
