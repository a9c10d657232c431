import type { ComponentProps } from 'react'

/** A native dialog, not Radix's. It opens without any script, and its form is in the HTML that the server sends. */
export function DialogContent({ children, id, ...props }: ComponentProps<'dialog'> & { id: string }) {
  return (
    <dialog id={id} {...props}>
      <div data-slot="dialog-content">
        {children}
        {/* The close button comes after the content, so that the first field gets the focus when the dialog opens. */}
        <button
          type="button"
          command="close"
          commandfor={id}
          aria-label="Close"
          data-slot="dialog-close"
          className="absolute top-4 right-3 size-11 text-title text-muted-foreground sm:top-6 sm:right-6"
        >
          ×
        </button>
      </div>
    </dialog>
  )
}

export const DialogTitle = (props: ComponentProps<'h2'>) => (
  <h2 data-slot="dialog-title" className="pr-12 text-title" {...props} />
)

export const DialogDescription = (props: ComponentProps<'p'>) => (
  <p data-slot="dialog-description" className="mt-1 text-muted-foreground" {...props} />
)
