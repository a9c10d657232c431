/** Markup whose values are escaped. */
export type Html = { readonly markup: string }

type Value = Html | string | number | null | undefined | false | readonly Html[]

/** Builds markup from a template; a value that is not markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: strings.reduce((before, text, index) => before + render(values[index - 1]) + text) }
}

/** Takes text that is markup already. */
export const rawHtml = (markup: string): Html => ({ markup })

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  if (typeof value === 'object') return (value as Html).markup
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
