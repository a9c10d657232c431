import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useMemo, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { LegalLinks } from '@/components/legal-links'
import { Toaster } from '@/components/ui/toaster'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLeadState } from '@/lib/lead/submit-lead-state'
import { whenIdle } from '@/lib/when-idle'
import {
  countryCodes,
  type Lead,
  type LeadErrors,
  type LeadField,
  leadSchema,
} from '@/supabase/functions/_shared/lead'
import { consentTexts, consentVersion, formCopy as copy, toastCopy } from '@/supabase/functions/_shared/site'
import { LeadField as Field } from './lead-field'
import { useSubmitLead } from './use-submit-lead'

type LeadFormProps = {
  state: SubmitLeadState
  formAction: (form: FormData) => void
  onUnlock: (videoUrl: string) => void
}

const { success, error } = toastCopy
const fields: LeadField[] = ['name', 'email', 'phone', 'countryCode', 'consent']

/** The lead form (spec 3 and 5). Posts natively to `formAction`; with its code loaded it submits without a reload. */
export function LeadForm({ state, formAction, onUnlock }: LeadFormProps) {
  const typed = 'typed' in state ? state.typed : undefined
  const errors = useMemo(() => fieldErrors(state.status === 'invalid' ? state.errors : {}), [state])
  // No defaultValues: React Hook Form would write them over what is typed already.
  const { register, handleSubmit, setValue, setError, formState } = useForm<Lead>({
    resolver: zodResolver(leadSchema),
    errors,
  })
  const submitLead = useSubmitLead()
  // Not React Hook Form's `isSubmitting`, which renders the form before the request leaves.
  const [isSending, setIsSending] = useState(false)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    // Autofill and password managers may set values without an event.
    const typedNow = Object.entries(readLeadForm(new FormData(form)))
    for (const [field, value] of typedNow) setValue(field as LeadField, value as never)
    return handleSubmit(async () => {
      const answering = submitLead(form)
      setIsSending(true)
      const answer = await answering
      // Pressed again while the answer is awaited.
      if (answer?.status === 'idle') return
      setIsSending(false)
      if (answer?.status === 'sent') {
        onUnlock(answer.videoUrl)
        // After the player: a toast measures itself, which holds up the video's first frame.
        whenIdle(() => toast.success(success.title, { description: success.text, toasterId: 'page' }))
      } else if (answer?.status === 'invalid') {
        for (const field of fields) {
          const message = answer.errors[field]
          if (message) setError(field, { message }, { shouldFocus: true })
        }
      } else {
        toast.error(error.title, { description: error.text, toasterId: 'dialog' })
      }
    })(event)
  }

  const field = (name: LeadField) => ({
    id: `lead-${name}`,
    error: formState.errors[name]?.message,
    input: { className: name === 'consent' ? undefined : 'field', required: true, ...register(name) },
  })

  return (
    <form action={formAction} onSubmit={onSubmit}>
      {state.status === 'unavailable' && (
        <p role="alert" className="error">
          <strong>{error.title}</strong> {error.text}
        </p>
      )}
      <Field {...field('name')} label={copy.name}>
        {(input) => <input {...input} autoComplete="name" enterKeyHint="next" defaultValue={typed?.name} />}
      </Field>
      <Field {...field('email')} label={copy.email}>
        {(input) => (
          <input
            {...input}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            enterKeyHint="next"
            defaultValue={typed?.email}
          />
        )}
      </Field>
      <div className="grid grid-cols-[5.5rem_1fr] gap-3">
        <Field {...field('countryCode')} label={copy.country}>
          {(input) => (
            <select {...input} autoComplete="off" defaultValue={typed?.countryCode || 'US'}>
              {countryCodes.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </Field>
        <Field {...field('phone')} label={copy.phone}>
          {(input) => (
            <input
              {...input}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              enterKeyHint="done"
              defaultValue={typed?.phone}
            />
          )}
        </Field>
      </div>
      <Field {...field('consent')} label={<Consent />} inline>
        {/* Firefox would restore a tick over a reload. */}
        {(input) => <input {...input} type="checkbox" autoComplete="off" />}
      </Field>
      <input type="hidden" name="consentVersion" value={consentVersion} />
      {/* A trap for scripts that fill in everything. */}
      <div aria-hidden="true" className="trap">
        <label htmlFor="lead-topic">Topic</label>
        <input id="lead-topic" name="topic" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className="button" aria-disabled={isSending}>
        {isSending ? copy.submitting : copy.submit}
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

function fieldErrors(errors: LeadErrors): FieldErrors<Lead> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: 'server', message }]),
  )
}
