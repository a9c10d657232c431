const typed = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea'

/** Returns whether somebody typed something into this element, or chose something, that was not stored yet. */
const isUnsaved = (element: Element) =>
  element.matches('[data-changed=true]') ||
  (element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    element.checked !== element.defaultChecked) ||
  (element.matches(typed) &&
    (element as HTMLInputElement).value !== (element as HTMLInputElement).defaultValue)

/**
 * Sets `data-changed` of a section, which is `false`, to `true` as soon as something in the section is changed. Asks
 * before the page is left, if something typed into its forms would be lost. What the form that is sent has is not lost.
 */
export function guardUnsaved() {
  let sent: EventTarget | null = null
  document.addEventListener('input', ({ target }) => {
    const section = target instanceof Element && target.closest<HTMLElement>('[data-changed]')
    if (section) section.dataset.changed = 'true'
  })
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) sent = event.target
  })
  window.addEventListener('beforeunload', (event) => {
    const fields = document.querySelectorAll(`form[method=post] :is([data-changed], [type=radio], ${typed})`)
    if ([...fields].some((field) => field.closest('form') !== sent && isUnsaved(field)))
      event.preventDefault()
    sent = null
  })
}
