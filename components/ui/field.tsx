import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

export const Field = ({ className, ...props }: ComponentProps<'div'>) => (
  <div data-slot="field" className={cn('grid content-start gap-1', className)} {...props} />
)

export const FieldError = (props: ComponentProps<'p'>) => (
  <p role="alert" data-slot="field-error" className="text-small text-destructive" {...props} />
)
