import type { Lead } from '../core/lead.ts'

// JSON leaves these as they are, and a terminal might follow them.
const unescaped = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes pages of leads as JSON, one object a line, in ASCII where a character is invisible. */
export async function* writeJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  for await (const leads of pages)
    yield leads
      .map((lead) => `${JSON.stringify(lead)}\n`)
      .join('')
      .replace(unescaped, toCode)
}

const toCode = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
