import { cn } from '@/lib/utils'
import type { ComponentProps } from 'react'
import { Button } from './button'

// Native, not Radix's: it opens without scripts, and its form is in the server's HTML. The browser does the
// work of Radix's root, portal and overlay. A button opens or closes it by its id.

type ToggleProps = ComponentProps<typeof Button> & { commandfor: string }

export const DialogTrigger = (props: ToggleProps) => (
  <Button type="button" command="show-modal" data-slot="dialog-trigger" {...props} />
)

export const DialogClose = (props: ToggleProps) => (
  <Button type="button" command="close" data-slot="dialog-close" {...props} />
)

type DialogContentProps = ComponentProps<'dialog'> & { id: string; showCloseButton?: boolean; closeLabel?: string }

/**
 * On a phone a sheet that rises from below, elsewhere a card that fades in. `className` is for the part that
 * scrolls.
 */
export function DialogContent({
  className,
  children,
  id,
  showCloseButton = true,
  closeLabel = 'Close',
  ...props
}: DialogContentProps) {
  return (
    <dialog
      id={id}
      // With `translate`, toasts would take their place from the dialog and not from the window.
      className="mx-0 mt-auto mb-0 max-h-dvh w-full max-w-full overflow-hidden rounded-t-2xl paper bg-popover text-left text-popover-foreground not-open:[translate:0_2rem] not-open:opacity-0 backdrop:bg-black/75 not-open:backdrop:opacity-0 motion-safe:transition-dialog motion-safe:backdrop:transition-dialog starting:open:[translate:0_2rem] starting:open:backdrop:opacity-0 forced-colors:border sm:m-auto sm:w-fit sm:rounded-2xl sm:starting:open:opacity-0"
      {...props}
    >
      {/* Only the content scrolls: a press on the dialog's own scrollbar would count as outside. */}
      <div
        data-slot="dialog-content"
        className={cn(
          'relative grid max-h-[inherit] gap-4 overflow-y-auto overscroll-contain p-5 sm:w-lg sm:max-w-[calc(100vw-2rem)] sm:p-6',
          className,
        )}
      >
        {children}
        {/* After the content, so that the first field gets the focus when the dialog opens. */}
        {showCloseButton && (
          <DialogClose
            commandfor={id}
            variant="ghost"
            size="icon-lg"
            aria-label={closeLabel}
            className="absolute top-3 right-3 rounded-full text-muted-foreground"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              className="size-5"
            >
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </DialogClose>
        )}
      </div>
    </dialog>
  )
}

export const DialogHeader = ({ className, ...props }: ComponentProps<'div'>) => (
  <div data-slot="dialog-header" className={cn('grid gap-1 pr-10', className)} {...props} />
)

export const DialogFooter = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    data-slot="dialog-footer"
    className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)}
    {...props}
  />
)

export const DialogTitle = ({ className, ...props }: ComponentProps<'h2'>) => (
  <h2 data-slot="dialog-title" className={cn('text-lg font-semibold', className)} {...props} />
)

export const DialogDescription = ({ className, ...props }: ComponentProps<'p'>) => (
  <p data-slot="dialog-description" className={cn('text-muted-foreground', className)} {...props} />
)
