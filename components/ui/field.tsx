import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'
import { Label } from './label'

/** A form control together with its label, its description and its error message. */
export const Field = ({ className, ...props }: ComponentProps<'div'>) => (
  <div data-slot="field" className={cn('grid content-start gap-1', className)} {...props} />
)

export const FieldLabel = (props: ComponentProps<typeof Label>) => (
  <Label data-slot="field-label" {...props} />
)

export const FieldDescription = ({ className, ...props }: ComponentProps<'p'>) => (
  <p data-slot="field-description" className={cn('text-sm text-muted-foreground', className)} {...props} />
)

export const FieldError = ({ className, ...props }: ComponentProps<'p'>) => (
  <p role="alert" data-slot="field-error" className={cn('text-sm text-destructive', className)} {...props} />
)
