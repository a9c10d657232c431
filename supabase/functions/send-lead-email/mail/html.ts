const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A piece of HTML in which every inserted text is escaped. Use only the tag html`…` to create such a piece. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | Html | Html[]

/**
 * Template tag for HTML. Escapes the inserted text, so that it is safe in elements and in quoted attributes. A value
 * of the type Html is inserted as it is.
 */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + render(parts[index - 1] ?? '') + text))
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('\n')
  return part.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
