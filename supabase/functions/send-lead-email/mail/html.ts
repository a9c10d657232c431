const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML with every inserted text escaped. Only the tag html`…` may create it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | Html | Html[]

/** Template tag for HTML. Escapes inserted text for elements and quoted attributes. Values of the type Html are not escaped. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + render(parts[index - 1] ?? '') + text))
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('\n')
  return part.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
