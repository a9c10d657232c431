/** For so long after a page appears, after a press and after each letter in this time, keys press nothing. In ms. */
const pauseMs = 1000

/**
 * Lets a key press the control of the page that names it in `aria-keyshortcuts`, if the key is shown on the control.
 * In a field and while a dialog is open, keys press nothing, but a choice does nothing with letters. A field with
 * `data-enter="leave"` is left by Enter or Escape, and then the keys work again. Ctrl or Cmd with Enter in a text
 * sends its form by the first button.
 */
export function obeyShortcuts() {
  let pausedUntil = performance.now() + pauseMs
  const pause = () => {
    pausedUntil = performance.now() + pauseMs
  }
  window.addEventListener('pageshow', pause)
  document.addEventListener('keydown', (event) => {
    const { key, target, repeat, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!(target instanceof HTMLElement)) return
    if (target.matches('[data-enter=leave]') && ['Enter', 'Escape'].includes(key) && !shiftKey) {
      event.preventDefault()
      target.blur()
    }
    // In a text of several lines, Enter alone begins a new line.
    else if (target instanceof HTMLTextAreaElement && key === 'Enter' && (ctrlKey || metaKey))
      target.form?.requestSubmit(target.form.querySelector('button:enabled'))
    // A key that is held down would press one control after the other.
    if (repeat || ctrlKey || metaKey || altKey || key.length > 1) return
    if (target.closest('input:not([type=radio]), textarea, select') || document.querySelector('dialog[open]'))
      return
    // Somebody who types on after a press does not mean the next page.
    if (performance.now() < pausedUntil) return pause()
    const controls = document.querySelectorAll<HTMLElement>(
      `main [aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`,
    )
    const control = [...controls].find((one) => one.querySelector('[data-key]')?.getClientRects().length)
    if (!control) return
    pause()
    control.click()
  })
}
