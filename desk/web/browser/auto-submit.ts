/** The values in which an event happened, if their list acts as soon as one is chosen. */
const listOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLSelectElement>('select[data-auto-submit]') : null

/**
 * Submits the form of a field with `data-auto-submit` once a value of a list is chosen, or a suggestion for a
 * text is picked. What is typed is submitted on Enter.
 */
export function autoSubmit() {
  // In a closed list each step of the arrow keys is a change, so a choice by keys is submitted on Enter.
  let isWalking = false
  document.addEventListener('pointerdown', (event) => {
    if (listOf(event)) isWalking = false
  })
  document.addEventListener('keydown', (event) => {
    const list = listOf(event)
    if (!list) return
    if (event.key === 'Enter' && isWalking) {
      event.preventDefault()
      list.form?.requestSubmit()
    }
    isWalking = event.key.startsWith('Arrow') || event.key.length === 1
  })
  document.addEventListener('change', (event) => {
    if (!isWalking) listOf(event)?.form?.requestSubmit()
  })
  document.addEventListener('input', (event) => {
    const { target: field, inputType = 'insertReplacementText' } = event as InputEvent
    if (!(field instanceof HTMLInputElement && field.matches('[data-auto-submit]'))) return
    const isOffered = [...(field.list?.options ?? [])].some(({ value }) => value === field.value)
    if (inputType === 'insertReplacementText' && isOffered) field.form?.requestSubmit()
  })
}
