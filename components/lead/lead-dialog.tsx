import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { formCopy } from '@/site/copy'
import { dialogId } from './dialog-id'

const titleId = 'lead-title'
const introId = 'lead-intro'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** The page answers a failed native post. */
  isOpen: boolean
  /** Beside the form on a wide screen. */
  offer: ReactNode
  playerOrigin?: string
  children: ReactNode
}

/** Native, so it opens without any script. */
export function LeadDialog({ ref, isOpen, offer, playerOrigin, children }: LeadDialogProps) {
  const connect = () => playerOrigin && preconnect(playerOrigin)
  // Often the dialog is open before React runs, and the first field has the focus already.
  useEffect(() => {
    if (ref.current?.open) connect()
  })
  return (
    // A dialog that was opened before hydration differs from the server's HTML in the attribute `open`.
    <DialogContent
      ref={ref}
      id={dialogId}
      open={isOpen}
      aria-labelledby={titleId}
      aria-describedby={introId}
      // The first field gets the focus when the dialog opens.
      onFocus={connect}
      closeLabel={formCopy.close}
      suppressHydrationWarning
      // The button covers the end of the content, so a focused field must scroll to a place above it.
      className="gap-0 scroll-pb-28 p-0 sm:w-[30rem] sm:p-0 lg:w-[54rem] lg:grid-cols-[21rem_1fr] tiny:scroll-pb-4"
    >
      {offer}
      <div className="px-gutter pt-5 sm:px-8 sm:pt-7">
        <DialogHeader>
          <DialogTitle id={titleId} className="text-[1.75rem]/tight font-extrabold tracking-tight">
            {formCopy.title}
          </DialogTitle>
          <DialogDescription id={introId}>{formCopy.intro}</DialogDescription>
        </DialogHeader>
        {children}
      </div>
    </DialogContent>
  )
}
