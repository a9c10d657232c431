/**
 * What translators, phones and extensions do to a page. Each function runs in the page, and needs `texts`, which
 * `defineTexts` makes there.
 */
export const changes: Record<string, () => void> = {
  'a translator wraps each text': () => {
    for (const text of window.texts(document.body)) {
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
  },
  'a translator puts an element in the place of each text': () => {
    for (const text of window.texts(document.body)) {
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(`${text.data} traducido`)
      text.replaceWith(font)
    }
  },
  'a translator replaces each text, also of the options': () => {
    for (const text of window.texts(document.body))
      if (!text.data.endsWith(' traducido')) text.data += ' traducido'
  },
  'a reader splits each text': () => {
    for (const text of window.texts(document.body)) if (text.length > 3) text.splitText(2)
  },
  'a phone makes a link of a number': () => {
    const link = document.createElement('a')
    link.href = 'tel:+12015550123'
    const [text] = window.texts(document.querySelector('footer') ?? document.body)
    text?.splitText(2)
    text?.after(link)
    link.append('2025')
  },
  'an extension puts elements into form, main and body': () => {
    for (const place of ['#lead-email', 'main > *', 'main', 'body > *']) {
      const element = document.createElement('div')
      element.dataset.extension = ''
      document.querySelector(place)?.before(element)
    }
  },
  'an extension wraps the field in which the visitor types': () => {
    const field = document.querySelector('#lead-name') as HTMLInputElement
    const wrapper = document.createElement('div')
    field.replaceWith(wrapper)
    wrapper.append(field)
    if (document.querySelector('dialog')?.open) field.focus()
  },
}

/** Changes that one page can have at once. */
export const manyChanges = [
  'a phone makes a link of a number',
  'an extension puts elements into form, main and body',
  'an extension wraps the field in which the visitor types',
  'a translator replaces each text, also of the options',
  'a translator wraps each text',
]

export const sourceOf = (names: string[]): string =>
  `() => { for (const change of [${names.map((name) => changes[name])}]) change() }`

/** The dialog's title, changed or not. A change that was made twice must not double it. */
export const titleText = /^Get Instant Access( traducido)?$/

export const times = [
  'before the tap',
  'between the tap and hydration',
  'until hydration',
  'after hydration',
] as const

declare global {
  interface Window {
    texts(root: Element): Text[]
    change(): void
  }
}

/** Runs in the page. Makes `texts`, which returns the texts of an element that a visitor can see. */
export function defineTexts(): void {
  window.texts = (root) => {
    const found: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() && !text.parentElement?.closest('script, style, font')) found.push(text)
    }
    return found
  }
}

/** Runs in the page. Changes it again and again until React has hydrated it. */
export function changeUntilHydrated(): void {
  const timer = setInterval(() => window.change(), 5)
  document.addEventListener('training:hydrated', () => clearInterval(timer))
}
