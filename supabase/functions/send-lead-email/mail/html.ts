const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML with every inserted text escaped. Made only by the tag html`…`. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | Html | Html[]

/** Escapes inserted texts for elements and quoted attributes. Html is inserted as it is. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + render(parts[index - 1] ?? '') + text))
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('\n')
  return part.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
