import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { formCopy } from '@/lib/site/copy'
import { dialogId } from './dialog-id'

const titleId = 'lead-title'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** True if the server renders the page as the answer to a native form post that failed. */
  isOpen: boolean
  playerOrigin?: string
  children: ReactNode
}

/** The modal dialog that contains the lead form. It is a native element, so it opens without any script. */
export function LeadDialog({ ref, isOpen, playerOrigin, children }: LeadDialogProps) {
  useEffect(() => {
    const dialog = ref.current
    const { style } = document.documentElement
    const onToggle = () => {
      // The page behind must not scroll. A CSS rule with :has() would delay the dialog's first frame by 40 ms on a
      // phone.
      style.cssText = dialog?.open ? 'overflow: hidden; scrollbar-gutter: stable' : ''
      if (dialog?.open && playerOrigin) preconnect(playerOrigin)
    }
    onToggle()
    // This listener is native, because React never calls `onToggle` for a dialog.
    dialog?.addEventListener('toggle', onToggle)
    return () => {
      style.cssText = ''
      dialog?.removeEventListener('toggle', onToggle)
    }
  }, [ref, playerOrigin])

  return (
    // A tap before hydration may have opened the dialog, so the attribute `open` may differ from the server's HTML.
    <DialogContent ref={ref} id={dialogId} open={isOpen} aria-labelledby={titleId} suppressHydrationWarning>
      <DialogTitle id={titleId} className="pr-12 text-title">
        {formCopy.title}
      </DialogTitle>
      <DialogDescription>{formCopy.intro}</DialogDescription>
      {children}
    </DialogContent>
  )
}
