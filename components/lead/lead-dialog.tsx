import { type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { formCopy } from '@/site/copy'
import { dialogId } from './dialog-id'

const titleId = 'lead-title'
const introId = 'lead-intro'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  /** True if a native form post failed and the server renders the page as the answer to it. */
  isOpen: boolean
  /** On a wide screen, this stands beside the form. */
  offer: ReactNode
  playerOrigin?: string
  children: ReactNode
}

/** A native element, so it opens without any script. */
export function LeadDialog({ ref, isOpen, offer, playerOrigin, children }: LeadDialogProps) {
  const connect = () => playerOrigin && preconnect(playerOrigin)
  // The visitor has often opened the dialog before React runs, so the first field already has the focus.
  useEffect(() => {
    if (ref.current?.open) connect()
  })
  return (
    // The visitor may have opened the dialog before hydration. The attribute `open` then differs from the HTML that
    // the server sent.
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
      // The button at the end of the form covers part of the content. A field that gets the focus must therefore
      // scroll to a place above the button.
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
