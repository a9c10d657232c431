import type { ReactNode } from 'react'
import { Label } from '@/components/ui/label'
import type { FunnelEvent } from '@/lib/funnel/funnel-event'

const step: FunnelEvent = 'field_error'

type LeadFieldProps<Input> = {
  id: string
  label: ReactNode
  error?: string
  /** For a checkbox: the label stands beside it and reads as text. */
  isInline?: boolean
  input: Input
  children: (
    input: Input & { id: string; 'aria-invalid': boolean; autoFocus?: boolean; 'aria-describedby'?: string },
  ) => ReactNode
}

/** A control with its label and its error, wired together for assistive technology. */
export function LeadField<Input>({ id, label, error, isInline, input, children }: LeadFieldProps<Input>) {
  const errorId = `${id}-error`
  const control = children({
    ...input,
    id,
    // Also where nothing is wrong: an empty required box would be announced as invalid before anybody has tried.
    'aria-invalid': !!error,
    // The first of them has the focus on a page that comes with errors.
    ...(error && { autoFocus: true, 'aria-describedby': errorId }),
  })
  return (
    <div className="control">
      {isInline ? (
        <div className="consent">
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
        <p id={errorId} role="alert" className="error text-small" data-step={step}>
          {error}
        </p>
      )}
    </div>
  )
}
