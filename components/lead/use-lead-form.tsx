import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLead, SubmitLeadState, Video } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/lib/site/copy'
import { type Lead, type LeadField, leadSchema } from '@/supabase/functions/_shared/lead'
import { sendForm } from './send-form'

/** An open dialog makes the page behind it inert, so the page and the dialog each have a place for toasts. */
export const pageToaster = 'page'
export const dialogToaster = 'dialog'

const { success, error } = toastCopy

/** Validates and submits the lead form (spec 4, 5, 8). `onUnlock`, field errors and toasts tell the outcome. */
export function useLeadForm(
  submitLead: SubmitLead,
  state: SubmitLeadState,
  onUnlock: (video: Video) => void,
) {
  // No defaultValues: React Hook Form would overwrite what the visitor has typed already.
  const { register, handleSubmit, setValue, setFocus, setError, formState } = useForm<Lead>({
    resolver: zodResolver(leadSchema),
    errors: state.status === 'invalid' ? state.errors : undefined,
  })
  // React Hook Form has such a state too, but with it React would render the form before the request is sent.
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
      // React must render after the request is sent, in a later task. Otherwise rendering would delay the request.
      const rendering = setTimeout(setIsSubmitting, 0, true)
      const answer = await sendForm(submitLead, form)
      clearTimeout(rendering)
      setIsSubmitting(false)
      switch (answer.status) {
        case 'sent': {
          onUnlock(answer)
          const options = { description: success.text, toasterId: pageToaster }
          // A toast measures its own height, which takes time. So the toast comes after the frame that shows the player.
          requestAnimationFrame(() => setTimeout(toast.success, 0, <strong>{success.title}</strong>, options))
          break
        }
        case 'invalid':
          // The last call gets the focus. So the order is reversed, and the focus ends at the first wrong field.
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
