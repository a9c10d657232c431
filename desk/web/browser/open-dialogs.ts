/** Lets buttons with `commandfor` open and close their dialogs in Safari before 26.2 and Firefox before 144. */
export function openDialogs() {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button[commandfor]')
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button && button.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })
  document.addEventListener('mousedown', ({ target, button }) => {
    if (target instanceof HTMLDialogElement && target.matches('[closedby=any]') && button === 0)
      target.close()
  })
}
