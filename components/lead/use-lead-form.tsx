import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { reportStep } from '@/lib/funnel/report-step'
import { readLeadForm } from '@/lib/lead/read-lead-form'
import type { SubmitLeadState, Unlocked } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/lib/site/copy'
import { type FieldName, type Lead, leadSchema } from '@/supabase/functions/_shared/lead'
import { sendForm } from './send-form'

/** The page and the dialog each have a toaster, because an open dialog makes the page behind it inert. */
export const pageToaster = 'page'
export const dialogToaster = 'dialog'

const { success, error } = toastCopy

const showError = (toasterId: string) =>
  toast.error(<strong>{error.title}</strong>, { description: error.text, toasterId })

/** Validates and submits the lead form (spec 4, 5, 8). Reports the outcome by `onUnlock`, by field errors or by toasts. */
export function useLeadForm(state: SubmitLeadState, onUnlock: (video: Unlocked) => void) {
  // There are no defaultValues, because React Hook Form would then overwrite what the visitor has already typed.
  const { register, handleSubmit, setValue, setFocus, setError, formState } = useForm<Lead>({
    resolver: zodResolver(leadSchema),
    errors: state.status === 'invalid' ? state.errors : undefined,
  })
  // React Hook Form's own `isSubmitting` is not used, because it makes React render before the request is sent.
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isUnderWay = useRef(false)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const form = event.currentTarget
    const isSeen = () => form.closest('dialog')?.open
    // Autofill and password managers may fill in fields without an event.
    for (const [field, value] of Object.entries(readLeadForm(new FormData(form))))
      setValue(field as FieldName, value as never)
    handleSubmit(
      async () => {
        // A later task starts React's rendering, because rendering at once would delay the request.
        const rendering = setTimeout(setIsSubmitting, 0, true)
        const answer = await sendForm(form)
        clearTimeout(rendering)
        setIsSubmitting(false)
        switch (answer?.status) {
          case 'sent': {
            reportStep('unlocked')
            onUnlock(answer)
            const options = { description: success.text, toasterId: pageToaster }
            // A toast measures its own height, which takes time. So the toast appears after the frame that shows the player.
            requestAnimationFrame(() =>
              setTimeout(toast.success, 0, <strong>{success.title}</strong>, options),
            )
            break
          }
          case 'invalid':
            reportStep('field_error')
            // The last field for which setError is called gets the focus. In reverse order, this is the first wrong field.
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
    setValue('email', email)
    setFocus('email')
  }

  return { register, errors: formState.errors, isSubmitting, onSubmit, correctEmail }
}
