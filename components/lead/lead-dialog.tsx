import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { formCopy } from '@/lib/site/copy'
import { dialogId } from './dialog-id'

const titleId = 'lead-title'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** True if the page is the server's answer to a native post that failed. */
  isOpen: boolean
  playerOrigin?: string
  children: ReactNode
}

/** The modal dialog around the lead form. The dialog is the browser's own element, so it opens without any script. */
export function LeadDialog({ ref, isOpen, playerOrigin, children }: LeadDialogProps) {
  useEffect(() => {
    const dialog = ref.current
    const { style } = document.documentElement
    const onToggle = () => {
      // The page behind must not scroll. A rule with :has() would delay the dialog's first frame by 40 ms on a phone.
      style.cssText = dialog?.open ? 'overflow: hidden; scrollbar-gutter: stable' : ''
      if (dialog?.open && playerOrigin) preconnect(playerOrigin)
    }
    onToggle()
    // React's onToggle never fires on a dialog.
    dialog?.addEventListener('toggle', onToggle)
    return () => {
      style.cssText = ''
      dialog?.removeEventListener('toggle', onToggle)
    }
  }, [ref, playerOrigin])

  return (
    // A tap before hydration may have opened the dialog, so `open` may differ from the server's HTML.
    <DialogContent ref={ref} id={dialogId} open={isOpen} aria-labelledby={titleId} suppressHydrationWarning>
      <DialogTitle id={titleId}>{formCopy.title}</DialogTitle>
      <DialogDescription>{formCopy.intro}</DialogDescription>
      {children}
    </DialogContent>
  )
}
