import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { formCopy } from '@/lib/site/copy'

const titleId = 'lead-title'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  id: string
  /** True where the page is the server's answer to a native post that did not succeed. */
  isOpen: boolean
  /** The host that will play the video; asked for a connection once the dialog is open. */
  playerOrigin?: string
  /** The form and its toasts. */
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
    // A tap before hydration may have opened it already, so `open` may differ from the server's.
    <dialog ref={ref} id={id} open={isOpen} aria-labelledby={titleId} closedby="any" suppressHydrationWarning>
      <div>
        <h2 id={titleId}>{formCopy.title}</h2>
        <p className="mt-1 text-muted">{formCopy.intro}</p>
        {children}
        {/* After the form, so that the dialog opens with the focus on the first field. */}
        <button type="button" className="close" command="close" commandfor={id} aria-label="Close">
          ×
        </button>
      </div>
    </dialog>
  )
}
