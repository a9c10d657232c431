import { type ReactNode, type RefObject, useEffect } from 'react'
import { signalIntent } from '../on-intent'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  id: string
  /** True where the server answers a native post with something to correct. */
  reopen: boolean
  children: ReactNode
}

/** The modal dialog around the lead form: the browser's own element, open to a tap before any script. */
export function LeadDialog({ ref, id, reopen, children }: LeadDialogProps) {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (reopen) {
      // The server can only send it open, not modal.
      dialog.close()
      dialog.showModal()
    }
    const onToggle = () => {
      if (dialog.open) return signalIntent()
      // Consent is an act, given anew on every opening; a click keeps React Hook Form informed.
      dialog.querySelector<HTMLElement>('[name=consent]:checked')?.click()
    }
    // React swallows events inside the form until its code has arrived; the window sees them first.
    const onFocusIn = ({ target }: FocusEvent) => dialog.contains(target as Node) && signalIntent()

    onToggle()
    // React's onToggle never fires on a dialog.
    dialog.addEventListener('toggle', onToggle)
    window.addEventListener('focusin', onFocusIn, true)
    return () => {
      dialog.removeEventListener('toggle', onToggle)
      window.removeEventListener('focusin', onFocusIn, true)
    }
  }, [ref, reopen])

  return (
    // A tap before hydration has opened it, hence the mismatch.
    <dialog
      ref={ref}
      id={id}
      open={reopen}
      aria-labelledby="lead-title"
      closedby="any"
      suppressHydrationWarning
    >
      {children}
    </dialog>
  )
}
