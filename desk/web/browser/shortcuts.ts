/** After a page appears, after a press and after each letter within this time (ms), keys press nothing. */
const pauseMs = 1000

/**
 * A key presses the control that names it in `aria-keyshortcuts` and shows it. In a field and while a dialog
 * is open, keys press nothing; a choice does nothing with letters. Enter or Escape leave a field with
 * `data-enter="leave"`. Ctrl or Cmd with Enter in a text sends its form by the first button.
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
    // Enter alone begins a new line.
    else if (target instanceof HTMLTextAreaElement && key === 'Enter' && (ctrlKey || metaKey))
      target.form?.requestSubmit(target.form.querySelector('button:enabled'))
    // A held key would press one control after the other.
    if (repeat || ctrlKey || metaKey || altKey || key.length > 1) return
    if (target.closest('input:not([type=radio]), textarea, select') || document.querySelector('dialog[open]'))
      return
    // Typing on after a press is not meant for the next page.
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
