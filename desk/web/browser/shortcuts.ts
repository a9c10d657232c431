/**
 * Lets a key press the control of the page that names it in `aria-keyshortcuts`. In a field the keys write, and behind
 * a dialog they do nothing. A field
 * with `data-enter="leave"` is left by Enter or Escape, and then the keys work again.
 */
export function obeyShortcuts() {
  document.addEventListener('keydown', (event) => {
    const { key, target, repeat, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof HTMLElement)) return
    if (target.matches('[data-enter=leave]') && ['Enter', 'Escape'].includes(key)) {
      event.preventDefault()
      target.blur()
    }
    // A key that is held down would press one control after the other.
    if (repeat || ctrlKey || metaKey || altKey || target.closest('input, textarea, select')) return
    if (document.querySelector('dialog[open]')) return
    document
      .querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`)
      ?.click()
  })
}
