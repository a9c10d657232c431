import { readFileSync } from 'node:fs'

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\' }

/**
 * Rows of a .tsv file without the heading. Escapes such as `\n` and `\u00AD` are replaced with the
 * characters.
 */
export function readCases(table: URL): string[][] {
  const text = readFileSync(table, 'utf8')
  const rows = text.split('\n').filter(Boolean).slice(1)
  return rows.map((row) => row.split('\t').map(resolveEscapes))
}

function resolveEscapes(field: string): string {
  return field.replace(/\\(?:u([0-9A-Fa-f]{4})|([nrt0\\]))/g, (_, code?: string, letter?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[letter ?? ''] ?? ''),
  )
}
