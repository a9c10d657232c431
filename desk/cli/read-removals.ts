import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { DeskError } from '../core/desk-error.ts'
import { failureCode } from '../core/failure-code.ts'
import { suppressionWords } from '../core/suppression-words.ts'

const kinds = ['erased', 'withdrawn', 'corrected', 'stopped', ...Object.keys(suppressionWords)].join('|')

/** Lists of removals, and saved emails. Throws a DeskError for an unreadable file. */
export const readLists = async (files: string[]): Promise<string> =>
  (await Promise.all(files.map(readList))).join('\n')

async function readList(file: string): Promise<string> {
  try {
    return await readRemovals(readFileSync(file))
  } catch (error) {
    throw new DeskError('unread', `${file} cannot be read (${failureCode(error)}). → Give a file that exists`)
  }
}

/**
 * Takes a list or a saved email in any encoding, and returns it with one removal a line. Relays and mail
 * programs write quoted-printable, base64 or UTF-16, and break lines.
 */
async function readRemovals(file: Uint8Array): Promise<string> {
  const typed = decode(file)
  const mail = /^(?:content-(?:type|transfer-encoding)|mime-version):/im.test(typed)
    ? await PostalMime.parse(typed)
    : undefined
  const text = mail ? `${mail.text ?? ''}\n${(mail.html ?? '').replace(/<[^<>]*>/g, ' ')}` : typed
  return (
    text
      .replace(/=\r?\n/g, '')
      .replace(/=(?:20|2B)/gi, (code) => (code === '=20' ? ' ' : '+'))
      .replace(/&(?:#43|#x2b|plus);/gi, '+')
      .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
      .replace(new RegExp(`\\s{1,9}(?:>\\s{0,3}){0,3}(?=(?:${kinds}|from|to|as)\\s)`, 'g'), ' ')
      .replace(new RegExp(`(?<=\\b(?:${kinds}|from|to|as))\\s{1,9}(?:>\\s{0,3}){0,3}(?=[\\da-f+])`, 'g'), ' ')
      // Postgres stores no NUL.
      .replaceAll('\0', '')
  )
}

function decode(file: Uint8Array): string {
  const [first, second] = file
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(file)
}
