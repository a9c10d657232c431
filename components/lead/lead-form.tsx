import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { LegalLinks } from '@/components/legal-links'
import { consentShown, consentText } from '@/lib/lead/consent-texts'
import type { SubmitLead, SubmitLeadState, Video } from '@/lib/lead/submit-lead-state'
import { formCopy as copy, toastCopy } from '@/lib/site/copy'
import { countryCodes, type ExtraField, extraFields, type LeadField } from '@/supabase/functions/_shared/lead'
import { senderLine } from '@/supabase/functions/_shared/sender'
import { LeadField as Field } from './lead-field'
import { useLeadForm } from './use-lead-form'

type LeadFormProps = {
  submitLead: SubmitLead
  state: SubmitLeadState
  onUnlock: (video: Video) => void
  /** Fields that it sends beside its own. */
  children: ReactNode
}

type TextField = Exclude<LeadField, 'countryCode' | 'consent'>

const trapId = 'lead-topic'

const textInputs = {
  name: { type: 'text', autoComplete: 'name', enterKeyHint: 'next' },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    enterKeyHint: 'next',
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'done' },
} as const

const consent = (
  <>
    {`${consentText} ${senderLine()}`} <LegalLinks />
  </>
)

/** The lead form (spec 3 and 5). The browser posts it to proxy.ts; once React is there it submits without a reload. */
export function LeadForm({ submitLead, state, onUnlock, children }: LeadFormProps) {
  const { register, errors, isSubmitting, onSubmit } = useLeadForm(submitLead, state, onUnlock)
  const returned = 'typed' in state ? state : undefined

  const field = (name: LeadField) => ({
    id: `lead-${name}`,
    error: errors[name]?.message,
    input: { className: name === 'consent' ? undefined : 'field', required: true, ...register(name) },
  })
  const textField = (name: TextField, label: string, attributes: ComponentProps<'input'>) => (
    <Field {...field(name)} label={label}>
      {(input) => <input {...input} {...attributes} defaultValue={returned?.typed[name]} />}
    </Field>
  )

  return (
    // Off except for the fields that set it themselves: Firefox would restore the tick after a reload.
    <form method="post" encType="multipart/form-data" onSubmit={onSubmit} autoComplete="off">
      {state.status === 'unavailable' && (
        <p role="alert" className="error">
          <strong>{toastCopy.error.title}</strong> {toastCopy.error.text}
        </p>
      )}
      {textField('name', copy.name, textInputs.name)}
      {textField('email', copy.email, textInputs.email)}
      <div className="phone">
        <Field {...field('countryCode')} label={copy.country}>
          {(input) => (
            <select {...input} defaultValue={returned?.typed.countryCode || 'US'}>
              {countryCodes.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </Field>
        {textField('phone', copy.phone, textInputs.phone)}
      </div>
      {Object.entries<ExtraField>(extraFields).map(([name, { label, autoComplete }]) => (
        <Fragment key={name}>
          {textField(name as TextField, label, { autoComplete, required: false })}
        </Fragment>
      ))}
      <Field {...field('consent')} label={consent} isInline>
        {(input) => <input {...input} type="checkbox" />}
      </Field>
      <input type="hidden" name="consentVersion" value={consentShown} />
      {children}
      {/* Filled in by the loader, or by the server for a visitor without scripts. */}
      <input
        type="hidden"
        name="submissionId"
        defaultValue={returned?.submissionId}
        suppressHydrationWarning
      />
      {/* A honeypot: people never see it, bots fill in everything. */}
      <div aria-hidden="true" className="trap">
        <label htmlFor={trapId}>Topic</label>
        <input type="text" id={trapId} name="topic" tabIndex={-1} />
      </div>
      <button type="submit" className="button" aria-disabled={isSubmitting || undefined}>
        {isSubmitting ? copy.submitting : copy.submit}
      </button>
    </form>
  )
}
