/** Returns the list of values in which an event happened, if the list acts as soon as a value is chosen. */
const listOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLSelectElement>('select[data-auto-submit]') : null

/**
 * Submits the form of a field with `data-auto-submit` as soon as the operator chooses a value of a list, or picks one
 * of the values that are offered for a text. What is typed is submitted on Enter.
 */
export function autoSubmit() {
  // The arrow keys walk through the values of a closed list, and each step is a change. So what is chosen by keys is
  // submitted on Enter.
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
