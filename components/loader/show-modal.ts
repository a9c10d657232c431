/**
 * Shows a dialog modally, also one that is open. The server can render an open dialog, but only a script can make it
 * modal. A modal dialog that somebody takes out of the page and puts back is no longer modal.
 */
export const showModal = (dialog: HTMLDialogElement) => {
  if (dialog.matches(':modal')) return
  dialog.open = false
  dialog.showModal()
}
