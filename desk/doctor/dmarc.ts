import type { LookUp } from './name-server.ts'
import { organisationOf } from './organisation.ts'
import { quote, withoutQuotes } from './quotes.ts'

/** The record's name, the tag and policy that apply, and its faults. */
export type Dmarc = { name: string; tag: 'p' | 'sp'; policy: string; faults: string[] }

const isRecord = (text: string) => /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text)
const looksLikeRecord = (text: string) => /\bv\s*=\s*DMARC|^\W*DMARC1\b/i.test(withoutQuotes(text))

/** The grammar knows no other white space, such as one pasted from a page. */
const trim = (text: string) => text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')

/**
 * By the grammar of RFC 7489, section 6.4. Without a record of its own, that of the organisation counts, with
 * its sp=. Undefined without any. Throws the error of `lookUp`.
 */
export async function readDmarc(domain: string, lookUp: LookUp): Promise<Dmarc | undefined> {
  for (const name of new Set([domain, organisationOf(domain)])) {
    const texts = await lookUp(`_dmarc.${name}`, 'TXT')
    const records = texts.filter(isRecord)
    const [record = texts.find(looksLikeRecord)] = records
    if (record === undefined) continue
    const tags = (records.length > 0 ? record : withoutQuotes(record))
      .split(';')
      .map(trim)
      .filter(Boolean)
      .map((tag) => tag.split('=').map(trim))
      .map(([key = '', value]) => [key.toLowerCase(), value] as const)
    const of = (tag: string) => tags.find(([key]) => key === tag)?.[1]?.toLowerCase()
    const isValid = (policy: string | undefined) => /^(?:none|quarantine|reject)$/.test(policy ?? '')
    const tag = name !== domain && of('sp') !== undefined ? 'sp' : 'p'
    const keys = tags.map(([key]) => key)
    const twice = keys.find((key, at) => keys.indexOf(key) !== at)
    const faults = [
      ...(records.length > 1 ? [`${name} has ${records.length} DMARC records, which counts as none.`] : []),
      ...(records.length === 0
        ? [
            quote.test(record)
              ? `The DMARC record of ${name} was published with its quotation marks (${record}), so receivers do not see it.`
              : `The DMARC record of ${name} does not begin with exactly “v=DMARC1;”, so receivers do not see it.`,
          ]
        : []),
      ...(isValid(of('p')) ? [] : [`The DMARC record of ${name} has no valid p=.`]),
      ...(of('sp') === undefined || isValid(of('sp'))
        ? []
        : [`The DMARC record of ${name} has no valid sp=.`]),
      ...(twice ? [`The DMARC record of ${name} has ${twice}= twice.`] : []),
      ...(tags.some(([, value]) => value === undefined)
        ? [`The DMARC record of ${name} has a part without “=”.`]
        : []),
    ]
    return { name, tag, policy: of(tag) ?? '', faults }
  }
  return undefined
}
