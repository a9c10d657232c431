import { type FormEvent, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { reportStep } from '@/lib/funnel/report-step'
import { fieldErrors } from '@/lib/lead/field-errors'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLeadState, Unlocked } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/site/copy'
import { type FieldName, type Lead, leadSchema } from '@/supabase/functions/_shared/lead'
import { sendForm } from './send-form'

/** The dialog has its own toaster: the page behind it is inert. */
export const pageToaster = 'page'
export const dialogToaster = 'dialog'

const { success, error } = toastCopy

const showError = (toasterId: string) =>
  toast.error(<strong>{error.title}</strong>, { description: error.text, toasterId })

/** The same errors as the server's. */
const checkLead: Resolver<Lead> = (typed) => {
  const { data, error } = leadSchema.safeParse(typed)
  return data ? { values: data, errors: {} } : { values: {}, errors: fieldErrors(error) }
}

/** Spec 4, 5 and 8. Shows errors at the fields or in a toast. */
export function useLeadForm(state: SubmitLeadState, onUnlock: (video: Unlocked) => void) {
  // With defaultValues, React Hook Form would overwrite what was already typed.
  const { register, handleSubmit, setValue, setFocus, setError, formState } = useForm<Lead>({
    resolver: checkLead,
    errors: state.status === 'invalid' ? state.errors : undefined,
  })
  // React Hook Form's `isSubmitting` would render before the request is sent.
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isUnderWay = useRef(false)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const form = event.currentTarget
    const isSeen = () => form.closest('dialog')?.open
    // Autofill and password managers may fire no event.
    for (const [field, value] of Object.entries(readLeadForm(new FormData(form))))
      setValue(field as FieldName, value as never)
    handleSubmit(
      async () => {
        // In a later task, so that rendering does not delay the request.
        const rendering = setTimeout(setIsSubmitting, 0, true)
        const answer = await sendForm(form, state.status === 'idle' || state.status === 'unknownLink')
        clearTimeout(rendering)
        setIsSubmitting(false)
        switch (answer?.status) {
          case 'sent': {
            reportStep('unlocked')
            onUnlock(answer)
            const options = { description: success.text, toasterId: pageToaster }
            // A toast takes time to measure its height, so the player is painted first.
            requestAnimationFrame(() =>
              setTimeout(toast.success, 0, <strong>{success.title}</strong>, options),
            )
            break
          }
          case 'invalid':
            reportStep('field_error')
            // React Hook Form focuses the field of the last setError. In reverse order, that is the first
            // wrong field.
            for (const field of Object.keys(answer.errors).reverse() as FieldName[])
              setError(field, { ...answer.errors[field] }, { shouldFocus: true })
            if (!isSeen()) showError(pageToaster)
            break
          case 'unavailable':
            showError(isSeen() ? dialogToaster : pageToaster)
            break
          case undefined:
            break
          default:
            answer satisfies never
        }
      },
      () => reportStep('field_error'),
    )(event).finally(() => {
      isUnderWay.current = false
    })
  }

  const correctEmail = (email: string) => {
    if (isUnderWay.current) return
    setValue('email', email)
    setFocus('email')
  }

  return { register, errors: formState.errors, isSubmitting, onSubmit, correctEmail }
}
