import { existsSync, readFileSync } from 'node:fs'

/**
 * As Node and a shell read it: without the mark and carriage returns of Windows editors. '' if the file is
 * missing. Throws an Error with its name if it is not UTF-8.
 */
export function envFileText(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // UTF-16 has a zero byte in each letter, and appended UTF-8 would be unreadable.
  if (/[\0\uFFFD]/.test(text))
    throw new Error(`${file} is not in UTF-8, but perhaps in UTF-16. Save it as UTF-8, and run this again.`)
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}
