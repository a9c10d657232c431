const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send: written by us, with every text in it escaped. Made by html`…` alone. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | Html | Html[]

/** The tag of all mail markup: escapes each text put into it (for element and quoted attribute), keeps markup. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + render(parts[index - 1] ?? '') + text))
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('\n')
  return part.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
