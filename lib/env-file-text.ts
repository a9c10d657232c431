import { existsSync, readFileSync } from 'node:fs'

/**
 * Returns the text of an env file as Node and a shell read it: without the mark and the carriage returns that editors of
 * Windows write. If the file is missing, returns ''. Throws an Error that names the file if it is not in UTF-8.
 */
export function envFileText(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A text in UTF-16 has a zero byte in each letter, and what is appended in UTF-8 could not be read.
  if (/[\0\uFFFD]/.test(text))
    throw new Error(`${file} is not in UTF-8, but perhaps in UTF-16. Save it as UTF-8, and run this again.`)
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
}
