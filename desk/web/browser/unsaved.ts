const typed = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea'

/** Typed or chosen, and not stored yet. */
const isUnsaved = (element: Element) =>
  element.matches('[data-changed=true]') ||
  (element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    element.checked &&
    !element.defaultChecked) ||
  (element instanceof HTMLSelectElement &&
    element.querySelector('[selected]') !== null &&
    !element.selectedOptions[0]?.defaultSelected) ||
  // What the desk refused comes back as the value of its page.
  (element.matches(`:is(${typed})[aria-invalid=true]`) && (element as HTMLInputElement).value !== '') ||
  (element.matches(typed) &&
    (element as HTMLInputElement).value !== (element as HTMLInputElement).defaultValue)

type Sent = { form: HTMLFormElement; submitter: HTMLElement | null }

/** By its own form, or by the answer to a question, which sends what was typed again. */
function isSent(element: Element, { form, submitter }: Sent) {
  if (element.closest('form') === form) return true
  if (!form.closest('[data-typed]')) return false
  const { name, value } = element as HTMLInputElement
  return submitter?.getAttribute('name') === name || new FormData(form).getAll(name).includes(value)
}

/**
 * Blocks typing and pressing until the answer replaces the page. After a minute the page can be used again,
 * and no answer replaces it.
 */
function waitForAnswer() {
  const main = document.querySelector('main')
  if (!main) return
  main.inert = true
  // WebKit keeps typing into what had the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const release = () => {
    clearTimeout(timer)
    main.inert = false
  }
  const timer = setTimeout(() => {
    window.stop()
    release()
  }, 60_000)
  // The button Back may bring the page back.
  window.addEventListener('pageshow', release, { once: true })
}

/**
 * Sets `data-changed` of a section to `true` once something in it is changed. Asks before the page is left if
 * something typed would be lost. What a sent form has is not lost, and nothing can be typed until the answer.
 */
export function guardUnsaved() {
  let sent: Sent | null = null
  document.addEventListener('input', ({ target }) => {
    const section = target instanceof Element && target.closest<HTMLElement>('[data-changed]')
    if (section) section.dataset.changed = 'true'
  })
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    const leaves = submitter?.getAttribute('formmethod') !== 'dialog'
    if (!event.defaultPrevented && leaves && form instanceof HTMLFormElement) sent = { form, submitter }
  })
  window.addEventListener('beforeunload', (event) => {
    const fields = document.querySelectorAll(
      `form[method=post] :is([data-changed], [type=radio], select, ${typed})`,
    )
    if ([...fields].some((field) => isUnsaved(field) && !(sent && isSent(field, sent))))
      event.preventDefault()
    // A form without a key may be answered with a file, and the page stays.
    else if (sent?.form.querySelector('[name=press]')) waitForAnswer()
    sent = null
  })
}
