import type { Lead } from '../core/lead.ts'

// JSON.stringify leaves these invisible characters as they are, but a terminal might execute them as control codes.
const unescaped = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** One object a line. Escapes invisible characters. */
export async function* writeJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  for await (const leads of pages)
    yield leads
      .map((lead) => `${JSON.stringify(lead)}\n`)
      .join('')
      .replace(unescaped, toCode)
}

/** Each UTF-16 code unit as \uXXXX. */
const toCode = (character: string) =>
  character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
