import type { Lead } from '../core/lead.ts'

// JSON does not escape these characters, and a terminal might obey them.
const unescaped = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes pages of leads as JSON, one object a line. Invisible characters are escaped. */
export async function* writeJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  for await (const leads of pages)
    yield leads
      .map((lead) => `${JSON.stringify(lead)}\n`)
      .join('')
      .replace(unescaped, toCode)
}

/** Returns the code of each UTF-16 unit. */
const toCode = (character: string) =>
  character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
