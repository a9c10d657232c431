import type { ReactNode } from 'react'
import { Field, FieldError } from '@/components/ui/field'
import { Label } from '@/components/ui/label'

type LeadFieldProps = {
  id: string
  label: ReactNode
  error?: string
  className?: string
  isInline?: boolean
  inert?: boolean
  /** Links that screen readers do not read as part of the label. */
  beside?: ReactNode
  children: ReactNode
}

export function LeadField({
  id,
  label,
  error,
  className,
  isInline,
  inert,
  beside,
  children,
}: LeadFieldProps) {
  return (
    <Field className={className} inert={inert}>
      {isInline ? (
        <div className="flex gap-3 text-[0.8125rem] text-muted-foreground">
          {children}
          <p>
            <label htmlFor={id}>{label}</label> {beside}
          </p>
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
