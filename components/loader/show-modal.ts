/**
 * Also for an open dialog: the server can render one, but only a script makes it modal. A modal dialog that
 * is taken out of the page and put back is no longer modal.
 */
export const showModal = (dialog: HTMLDialogElement) => {
  if (dialog.matches(':modal')) return
  dialog.open = false
  dialog.showModal()
}
