import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLead, SubmitLeadState, Video } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/lib/site/copy'
import { type Lead, type LeadField, leadSchema } from '@/supabase/functions/_shared/lead'
import { sendForm } from './send-form'

/** Ids of the places for toasts: in the page, and in the dialog, which makes the page behind it inert. */
export const pageToaster = 'page'
export const dialogToaster = 'dialog'

const { success, error } = toastCopy

/** Validates and submits the lead form (spec 4, 5, 8). Tells the outcome by `onUnlock`, field errors and toasts. */
export function useLeadForm(
  submitLead: SubmitLead,
  state: SubmitLeadState,
  onUnlock: (video: Video) => void,
) {
  // No defaultValues: React Hook Form would write them over what is typed already.
  const { register, handleSubmit, setValue, setFocus, setError, formState } = useForm<Lead>({
    resolver: zodResolver(leadSchema),
    errors: state.status === 'invalid' ? state.errors : undefined,
  })
  // Not React Hook Form's own state, which would render the form before the request is sent.
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isUnderWay = useRef(false)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const form = event.currentTarget
    // Autofill and password managers may set values without an event.
    for (const [field, value] of Object.entries(readLeadForm(new FormData(form))))
      setValue(field as LeadField, value as never)
    handleSubmit(async () => {
      // In a later task, since the request is sent some microtasks from now, and rendering the form would hold it up.
      const rendering = setTimeout(setIsSubmitting, 0, true)
      const answer = await sendForm(submitLead, form)
      clearTimeout(rendering)
      setIsSubmitting(false)
      switch (answer.status) {
        case 'sent': {
          onUnlock(answer)
          const options = { description: success.text, toasterId: pageToaster }
          // After the frame that shows the player: a toast measures itself, which would delay that frame.
          requestAnimationFrame(() => setTimeout(toast.success, 0, <strong>{success.title}</strong>, options))
          break
        }
        case 'invalid':
          // In reverse, so that the first keeps the focus.
          for (const field of Object.keys(answer.errors).reverse() as LeadField[])
            setError(field, { ...answer.errors[field] }, { shouldFocus: true })
          break
        case 'unavailable':
          toast.error(<strong>{error.title}</strong>, { description: error.text, toasterId: dialogToaster })
          break
        default:
          answer satisfies never
      }
    })(event).finally(() => {
      isUnderWay.current = false
    })
  }

  const correctEmail = (email: string) => {
    setValue('email', email)
    setFocus('email')
  }

  return { register, errors: formState.errors, isSubmitting, onSubmit, correctEmail }
}
