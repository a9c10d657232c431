import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'

export const Field = ({ className, ...props }: ComponentProps<'div'>) => (
  <div data-slot="field" className={cn('grid content-start gap-1', className)} {...props} />
)

export const FieldError = ({ className, ...props }: ComponentProps<'p'>) => (
  <p role="alert" data-slot="field-error" className={cn('text-sm text-destructive', className)} {...props} />
)
