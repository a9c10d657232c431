import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { LegalLinks } from '@/components/legal-links'
import { Toaster } from '@/components/ui/toaster'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLead, SubmitLeadState } from '@/lib/lead/submit-lead-state'
import {
  countryCodes,
  type Lead,
  type LeadErrors,
  type LeadField,
  leadSchema,
} from '@/supabase/functions/_shared/lead'
import { consentTexts, consentVersion, formCopy as copy, toastCopy } from '@/supabase/functions/_shared/site'
import { LeadField as Field } from './lead-field'
import { sendForm } from './send-form'

type LeadFormProps = {
  submitLead: SubmitLead
  state: SubmitLeadState
  formAction: (form: FormData) => void
  onUnlock: (videoUrl: string) => void
}

const { success, error } = toastCopy

const textInputs = {
  name: { autoComplete: 'name', enterKeyHint: 'next' },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    spellCheck: false,
    enterKeyHint: 'next',
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'done' },
} as const

/** The lead form (spec 3 and 5). Posts natively to `formAction`; once React is there it submits without a reload. */
export function LeadForm({ submitLead, state, formAction, onUnlock }: LeadFormProps) {
  const returned = 'typed' in state ? state : undefined
  const errors = useMemo(() => fieldErrors(state.status === 'invalid' ? state.errors : {}), [state])
  // No defaultValues: React Hook Form would write them over what is typed already.
  const { register, handleSubmit, setValue, setError, formState } = useForm<Lead>({
    resolver: zodResolver(leadSchema),
    errors,
  })

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (formState.isSubmitting) return
    const form = event.currentTarget
    // Autofill and password managers may set values without an event.
    for (const [field, value] of Object.entries(readLeadForm(new FormData(form))))
      setValue(field as LeadField, value as never)
    handleSubmit(async () => {
      const answer = await sendForm(submitLead, form)
      switch (answer.status) {
        case 'sent':
          onUnlock(answer.videoUrl)
          toast.success(<strong>{success.title}</strong>, { description: success.text, toasterId: 'page' })
          break
        case 'invalid':
          for (const [index, [field, message]] of Object.entries(answer.errors).entries())
            setError(field as LeadField, { message }, { shouldFocus: index === 0 })
          break
        case 'unavailable':
          toast.error(<strong>{error.title}</strong>, { description: error.text, toasterId: 'dialog' })
          break
        default:
          answer satisfies never
      }
    })(event)
  }

  const field = (name: LeadField) => ({
    id: `lead-${name}`,
    error: formState.errors[name]?.message,
    input: { className: name === 'consent' ? undefined : 'field', required: true, ...register(name) },
  })

  const textField = (name: keyof typeof textInputs) => (
    <Field {...field(name)} label={copy[name]}>
      {(input) => <input {...input} {...textInputs[name]} defaultValue={returned?.typed[name]} />}
    </Field>
  )

  return (
    // Off but for the fields that say otherwise: Firefox would restore a tick over a reload.
    <form action={formAction} onSubmit={onSubmit} autoComplete="off">
      {state.status === 'unavailable' && (
        <p role="alert" className="error">
          <strong>{error.title}</strong> {error.text}
        </p>
      )}
      {textField('name')}
      {textField('email')}
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
        {textField('phone')}
      </div>
      <Field {...field('consent')} label={<Consent />} isInline>
        {(input) => <input {...input} type="checkbox" />}
      </Field>
      <input type="hidden" name="consentVersion" value={consentVersion} />
      {/* The loader mints one for whoever has scripts, the server action for the others. */}
      <input
        type="hidden"
        name="submissionId"
        defaultValue={returned?.submissionId}
        suppressHydrationWarning
      />
      {/* A trap for scripts that fill in everything. */}
      <div aria-hidden="true" className="trap">
        <label htmlFor="lead-topic">Topic</label>
        <input id="lead-topic" name="topic" tabIndex={-1} />
      </div>
      <button type="submit" className="button" aria-disabled={formState.isSubmitting || undefined}>
        {formState.isSubmitting ? copy.submitting : copy.submit}
      </button>
      <Toaster id="dialog" label="Form notifications" />
    </form>
  )
}

function Consent() {
  return (
    <>
      {consentTexts[consentVersion]} <LegalLinks />
    </>
  )
}

/** The messages in React Hook Form's shape. */
function fieldErrors(errors: LeadErrors) {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: 'server', message }]),
  )
}
