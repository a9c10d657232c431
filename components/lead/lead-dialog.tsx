import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { formCopy } from '@/lib/site/form'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  id: string
  /** True where the server answers a native post with something to correct. */
  isOpen: boolean
  /** The host that will play the video; asked for a connection once the dialog is open. */
  playerOrigin?: string
  /** The form. */
  children: ReactNode
}

/** The modal dialog around the lead form: the browser's own element, which opens without any script. */
export function LeadDialog({ ref, id, isOpen, playerOrigin, children }: LeadDialogProps) {
  useEffect(() => {
    const dialog = ref.current
    const onToggle = () => {
      if (dialog?.open && playerOrigin) preconnect(playerOrigin)
    }
    onToggle()
    // React's onToggle never fires on a dialog.
    dialog?.addEventListener('toggle', onToggle)
    return () => dialog?.removeEventListener('toggle', onToggle)
  }, [ref, playerOrigin])

  return (
    // A tap before hydration has opened it, hence the mismatch.
    <dialog
      ref={ref}
      id={id}
      open={isOpen}
      aria-labelledby="lead-title"
      closedby="any"
      suppressHydrationWarning
    >
      <div>
        <h2 id="lead-title">{formCopy.title}</h2>
        <p className="mt-1 text-muted">{formCopy.intro}</p>
        {children}
        {/* After the form, so that the first field and not the way out has the focus. */}
        <button type="button" className="close" command="close" commandfor={id} aria-label="Close">
          ×
        </button>
      </div>
    </dialog>
  )
}
