import type { Lead } from '../core/lead.ts'

// JSON.stringify keeps these invisible characters, which a terminal might take for control codes.
const unescaped = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** One object a line. Escapes invisible characters. */
export async function* writeJson(pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
  for await (const leads of pages)
    yield leads
      .map((lead) => `${JSON.stringify(lead)}\n`)
      .join('')
      .replace(unescaped, toCode)
}

const toCode = (character: string) =>
  character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
