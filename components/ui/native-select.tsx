import type { ComponentProps } from 'react'
import { control } from './input'

export function NativeSelect(props: ComponentProps<'select'>) {
  return <select {...props} className={`${control} chevron appearance-none truncate pr-9`} />
}
