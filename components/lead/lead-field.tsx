import type { ReactNode } from 'react'
import { Field, FieldError } from '@/components/ui/field'
import { Label } from '@/components/ui/label'
import type { FunnelEvent } from '@/lib/funnel/funnel-event'

const step: FunnelEvent = 'field_error'

type LeadFieldProps<Input> = {
  id: string
  label: ReactNode
  error?: string
  className?: string
  isInline?: boolean
  input: Input
  children: (
    input: Input & { id: string; 'aria-invalid': boolean; autoFocus?: boolean; 'aria-describedby'?: string },
  ) => ReactNode
}

/** A control with its label and its error message, linked for assistive technology. */
export function LeadField<Input>({
  id,
  label,
  error,
  className,
  isInline,
  input,
  children,
}: LeadFieldProps<Input>) {
  const errorId = `${id}-error`
  const control = children({
    ...input,
    id,
    // Without `aria-invalid="false"`, screen readers would announce an empty required box as invalid before the first submit.
    'aria-invalid': !!error,
    ...(error && { autoFocus: true, 'aria-describedby': errorId }),
  })
  return (
    <Field className={className}>
      {isInline ? (
        <div className="flex gap-3 text-small text-muted-foreground">
          {control}
          <label htmlFor={id}>{label}</label>
        </div>
      ) : (
        <>
          <Label htmlFor={id}>{label}</Label>
          {control}
        </>
      )}
      {error && (
        <FieldError id={errorId} data-step={step}>
          {error}
        </FieldError>
      )}
    </Field>
  )
}
