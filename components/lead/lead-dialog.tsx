import { type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { preconnect } from 'react-dom'
import { formCopy } from '@/supabase/functions/_shared/site'
import { signalIntent } from '../on-intent'

type LeadDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  id: string
  /** True where the server answers a native post with something to correct. */
  reopen: boolean
  playerOrigin?: string
  children: ReactNode
}

/** The modal dialog around the lead form: the browser's own element, open to a tap before any script. */
export function LeadDialog({ ref, id, reopen, playerOrigin, children }: LeadDialogProps) {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (reopen) {
      // The server can only send it open, not modal.
      dialog.close()
      dialog.showModal()
    }

    const onToggle = () => {
      if (!dialog.open) return
      signalIntent()
      if (playerOrigin) preconnect(playerOrigin)
    }
    const onClose = () => {
      // Consent is an act, given anew on every opening; a click keeps React Hook Form informed.
      const consent = dialog.querySelector<HTMLInputElement>('[name=consent]')
      if (consent?.checked) consent.click()
      // Safari does not focus a clicked button, so there is no focus for it to give back.
      if (document.activeElement === document.body) {
        document.querySelector<HTMLElement>(`[commandfor=${id}]`)?.focus()
      }
    }
    // React swallows events inside the form until its code has arrived; the window sees them first.
    const onFocusIn = ({ target }: FocusEvent) => dialog.contains(target as Node) && signalIntent()

    onToggle()
    // React's onToggle never fires on a dialog: https://github.com/facebook/react/issues/33420
    dialog.addEventListener('toggle', onToggle)
    dialog.addEventListener('close', onClose)
    window.addEventListener('focusin', onFocusIn, true)
    return () => {
      dialog.removeEventListener('toggle', onToggle)
      dialog.removeEventListener('close', onClose)
      window.removeEventListener('focusin', onFocusIn, true)
    }
  }, [ref, id, reopen, playerOrigin])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape
    <dialog
      ref={ref}
      id={id}
      open={reopen}
      aria-labelledby={`${id}-title`}
      closedby="any"
      onClick={closeOnBackdrop}
      // A tap before hydration has opened it.
      suppressHydrationWarning
      className="lead-dialog text-left"
    >
      <h2 id={`${id}-title`} className="pr-12 font-bold text-2xl tracking-tight">
        {formCopy.title}
      </h2>
      <p className="mt-1.5 text-muted">{formCopy.intro}</p>
      {children}
      {/* After the form, so that the first field and not the way out has the focus. */}
      <button
        type="button"
        command="close"
        commandfor={id}
        onClick={closeWithoutInvokers}
        className="absolute top-4 right-3 grid size-11 cursor-pointer place-content-center rounded-full text-muted hover:bg-raised hover:text-paper sm:top-6 sm:right-6 noscript:hidden"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 stroke-2 stroke-current">
          <path d="m6 6 12 12M18 6 6 18" strokeLinecap="round" />
        </svg>
        <span className="sr-only">Close</span>
      </button>
    </dialog>
  )
}

function closeWithoutInvokers({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  if (!('command' in HTMLButtonElement.prototype)) currentTarget.closest('dialog')?.close()
}

/** What `closedby` does where it is known; Safari learns it with 27.3. */
function closeOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget || 'closedBy' in HTMLDialogElement.prototype) return
  const box = currentTarget.getBoundingClientRect()
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) currentTarget.close()
}
