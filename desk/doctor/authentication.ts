import { organisationOf } from './organisation.ts'
import { judge, type Result, unseen } from './result.ts'

type MethodResult = { method: string; verdict: string; properties: Record<string, string> }

const paste = 'Open the test email, choose “Show original” or “View source”, and paste all of its headers'

/**
 * Explains the header Authentication-Results (RFC 8601), which the receiving server writes. Takes pasted
 * headers. For DMARC, SPF or DKIM must pass for the domain of MAIL_FROM (RFC 7489, section 3.1).
 */
export function explainAuthentication(pasted: string): Result[] {
  const results = readResults(pasted)
  const read = (method: string) => results.filter((result) => result.method === method)
  const spfs = read('spf').map(({ verdict, properties }) => ({
    verdict,
    domain: properties['smtp.mailfrom'] || properties['smtp.mail'] || properties['smtp.helo'] || '',
    isMailFrom: !properties['smtp.helo'] || 'smtp.mailfrom' in properties,
  }))
  // A receiver may also judge the server's name (HELO), but DMARC asks for the sender alone.
  const spf = spfs.find(({ isMailFrom }) => isMailFrom) ?? spfs[0]
  const signatures = read('dkim').map(({ verdict, properties }) => ({
    verdict,
    domain: properties['header.d'] ?? properties['header.i'] ?? '',
  }))
  const [dmarc] = read('dmarc').map(({ verdict, properties }) => ({
    verdict,
    domain: properties['header.from'] ?? '',
  }))
  if (!spf && !dmarc && signatures.length === 0)
    return judge('authentication', '', `There is no header Authentication-Results in this. → ${paste}`)

  const from = dmarc?.domain ?? ''
  // DMARC usually asks for the same organisation, not the same domain.
  const isOfSender = (domain: string) =>
    domain !== '' && from !== '' && organisationOf(domain) === organisationOf(from)
  const passed = signatures.filter(({ verdict }) => verdict === 'pass')
  const valid = passed.find(({ domain }) => isOfSender(domain)) ?? passed[0]
  const aligned = [spf, ...signatures].some((one) => one?.verdict === 'pass' && isOfSender(one.domain))
  // The receiver could not ask DNS in time: that says nothing about the records.
  const later = (check: string, verdict = '') =>
    verdict === 'temperror' &&
    unseen(check, `The receiver could not look it up (${verdict}).`, 'Send another test email')
  return [
    ...(later('SPF', spf?.verdict) ||
      judge(
        'SPF',
        `The server may send for ${spf?.domain || 'the domain of the sender'} (spf=pass).`,
        spf?.verdict !== 'pass' &&
          `The receiver says spf=${spf?.verdict ?? 'none'}. → Publish the SPF record that your mail provider names`,
      )),
    ...((!valid && later('DKIM', signatures[0]?.verdict)) ||
      judge(
        'DKIM',
        `The email is signed by ${valid?.domain || 'a domain that the receiver does not name'} (dkim=pass).`,
        !valid &&
          `The receiver says dkim=${signatures[0]?.verdict ?? 'none'}. → Switch DKIM on at your mail provider, and publish the records that it names`,
      )),
    ...(later('DMARC', dmarc?.verdict) ||
      judge(
        'DMARC',
        `SPF or DKIM passed for ${from ? `${from}, ` : ''}the domain of your sender address (dmarc=pass).`,
        dmarc?.verdict !== 'pass' &&
          (dmarc?.verdict === 'fail' && !aligned
            ? `The receiver says dmarc=fail, because neither SPF nor DKIM passed for ${from}, the domain of your sender address. → Verify ${from} at your mail provider, so that it signs with this domain`
            : `The receiver says dmarc=${dmarc?.verdict ?? 'none'}. → Publish a DMARC record at the domain of your sender address; “Check my domain” says which`),
      )),
  ]
}

/**
 * By the header's grammar (RFC 8601, section 2.2). Several headers count if they are of the organisation that
 * wrote the first one: a forger may have written others below it. Apple writes each result under another
 * name: spf.icloud.com, dmarc.icloud.com.
 */
function readResults(pasted: string): MethodResult[] {
  const headers = withoutMargin(pasted)
    // A copy may have lost the indent of a header's further lines.
    .split(/\n(?=[A-Za-z][A-Za-z0-9-]*[ \t]*:)/)
    .map((header) => /^Authentication-Results[ \t]*:(.*)$/is.exec(header)?.[1]?.replace(/\s+/g, ' '))
    .filter((header) => header !== undefined)
    .map((header) =>
      split(withoutComments(header), ';').map((part) => split(part.trim(), ' ').filter(Boolean)),
    )
    // Outlook leaves its own name out.
    .map(([first = [], ...rest]) =>
      first[0]?.includes('=')
        ? { writer: '', results: [first, ...rest] }
        : { writer: organisationOf((first[0] ?? '').replaceAll('"', '')), results: rest },
    )
  return headers
    .filter(({ writer }) => writer === headers[0]?.writer)
    .flatMap(({ results }) => results.flatMap(toResult))
}

/** Such as 'dkim=pass' and 'header.d=brand.example'. */
function toResult([first = '', ...rest]: string[]): MethodResult[] {
  const [name = '', verdict] = first.toLowerCase().split('=')
  if (!verdict) return []
  const properties = rest.flatMap((word) => {
    const at = word.indexOf('=')
    const value = word.slice(at + 1).replaceAll(/["<>]/g, '')
    return at < 0
      ? []
      : [[word.slice(0, at).toLowerCase(), value.slice(value.lastIndexOf('@') + 1).toLowerCase()]]
  })
  return [{ method: name.split('/')[0] ?? '', verdict, properties: Object.fromEntries(properties) }]
}

/** Quotation marks of a reply, and the indent that a copy of a listing has. */
function withoutMargin(pasted: string): string {
  const text = pasted
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:> ?)+/gm, '')
  const [indent = ''] = /^[ \t]+(?=[A-Za-z])/.exec(text.replace(/^\s*\n/, '')) ?? []
  return indent
    ? text.replaceAll(`\n${indent}`, '\n').slice(text.startsWith(indent) ? indent.length : 0)
    : text
}

/** After a backslash, a sign ends neither a comment nor a quotation. */
const escaped = /\\[\s\S]/g

/** Not within quotation marks. */
function split(text: string, sign: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    if (letter === sign && !isQuoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** Comments may be nested. Also removes the spaces around '='. */
function withoutComments(header: string): string {
  let [text, depth, isQuoted] = ['', 0, false]
  for (const letter of header.replace(escaped, '')) {
    if (letter === '"' && depth === 0) isQuoted = !isQuoted
    if (letter === '(' && !isQuoted) depth += 1
    if (depth === 0) text += letter
    if (letter === ')' && depth > 0) depth -= 1
  }
  return text.replace(/(?<![ \t])[ \t]*=[ \t]*/g, '=').replace(/\t/g, ' ')
}
