type Values = Record<string, string | string[]>
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const shown = 'input:not([type=hidden]), textarea, select'

/** Several forms of a page may go to the same address. */
function fitOf(form: HTMLFormElement, values: Values) {
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  const fields = [...form.querySelectorAll<Field>(shown)]
  const same = hidden.filter(({ name, value }) => values[name] === value).length
  return 100 * fields.filter(({ name }) => name in values).length + same
}

/** After the desk refused the form. */
export function restoreTyped() {
  const { typed } = document.querySelector<HTMLElement>('[data-typed]')?.dataset ?? {}
  if (!typed) return
  const { action, values }: { action: string; values: Values } = JSON.parse(typed)
  const [form] = [...document.forms]
    .filter((one) => one.getAttribute('action') === action && !one.closest('[data-typed]'))
    .sort((one, other) => fitOf(other, values) - fitOf(one, values))
  for (const field of form?.querySelectorAll<Field>(shown) ?? []) {
    const value = values[field.name]
    if (field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type))
      field.checked = [value].flat().includes(field.value)
    else if (typeof value === 'string') field.value = value
    for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true
  }
}
