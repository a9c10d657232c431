import type { Page } from '@playwright/test'

/** Returns the words that the end of a line breaks in two. After a hyphen a line may end. */
export const findBrokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('[aria-hidden]')) continue
      for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    return broken
  })

/** Returns what is wider than the box in which it stands. What is typed may be wider than its field. */
export const findTooWide = (page: Page) =>
  page
    .locator(':is(html, dialog, h1, h2, h3, p, li, button, [data-slot]):not(input):visible')
    .evaluateAll((elements) =>
      elements
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ localName, textContent }) => `${localName}: ${textContent?.slice(0, 40)}`),
    )
