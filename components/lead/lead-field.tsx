import type { ReactNode } from 'react'
import { Field, FieldError } from '@/components/ui/field'
import { Label } from '@/components/ui/label'

type LeadFieldProps = {
  id: string
  label: ReactNode
  error?: string
  className?: string
  isInline?: boolean
  children: ReactNode
}

/** A form control with its label and its error message. */
export function LeadField({ id, label, error, className, isInline, children }: LeadFieldProps) {
  return (
    <Field className={className}>
      {isInline ? (
        <div className="flex gap-3 text-sm text-muted-foreground">
          {children}
          <label htmlFor={id}>{label}</label>
        </div>
      ) : (
        <>
          <Label htmlFor={id}>{label}</Label>
          {children}
        </>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Field>
  )
}
