import { type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import type { SubmitLeadState } from '@/lib/lead/submit-lead-state'
import type { Poster } from '@/lib/video/poster'
import { formCopy } from '@/supabase/functions/_shared/site'
import { LeadForm } from './lead-form'

type LeadPanelProps = {
  state: SubmitLeadState
  formAction: (form: FormData) => void
  onUnlock: (videoUrl: string) => void
  dialog: RefObject<HTMLDialogElement | null>
  poster: Poster
}

/** What stands in the lead dialog, and what the dialog lacks in browsers that are behind. */
export function LeadPanel({ dialog, poster: { playerOrigin }, ...form }: LeadPanelProps) {
  useDialogRepairs(dialog)
  useEffect(() => {
    const onToggle = () => {
      if (playerOrigin && dialog.current?.open) preconnect(playerOrigin)
    }
    onToggle()
    dialog.current?.addEventListener('toggle', onToggle)
  }, [dialog, playerOrigin])

  return (
    <>
      <h2 id="lead-title">{formCopy.title}</h2>
      <p className="mt-1 text-muted">{formCopy.intro}</p>
      <LeadForm {...form} />
      {/* After the form, so that the first field and not the way out has the focus. */}
      <button type="button" className="close" command="close" commandfor="lead-dialog" aria-label="Close">
        ×
      </button>
    </>
  )
}

/** Invoker commands, light dismiss and the return of focus, where the browser does not bring them itself. */
function useDialogRepairs(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const onClick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      const onButton = (target as Element).closest('.close') && !('command' in HTMLButtonElement.prototype)
      // Safari learns `closedby` with 27.3.
      const box = dialog.getBoundingClientRect()
      const outside = x < box.left || x > box.right || y < box.top || y > box.bottom
      const onBackdrop = target === dialog && outside && !('closedBy' in HTMLDialogElement.prototype)
      if (onButton || onBackdrop) dialog.close()
    }
    const onClose = () => {
      // Safari does not focus a clicked button, so there is no focus for it to give back.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('.play')?.focus()
    }
    dialog.addEventListener('click', onClick)
    dialog.addEventListener('close', onClose)
    return () => {
      dialog.removeEventListener('click', onClick)
      dialog.removeEventListener('close', onClose)
    }
  }, [ref])
}
