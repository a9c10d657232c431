import { isIPv4, isIPv6 } from 'node:net'
import type { LookUp } from './name-server.ts'
import { quote, withoutQuotes } from './quotes.ts'

/** Such as 'include:mail.example'. */
type Term = { name: string; sign: string; value: string }

/** `servers` are those that may send. */
export type Spf = { faults: string[]; servers: 'every' | 'some' | 'none' }

/** No receiver looks up more (RFC 7208, section 4.6.4). */
const [maxLookUps, maxVoid] = [10, 2]

const macro = /^(?:%\{[slodiphcrtv]\d*r?[-.+,/_=]*\}|%%|%_|%-|[!-$&-~])*$/i
const domainEnd = /(?:%\{[^{}]+\}|\.(?:\d*[a-z][a-z\d]*|[a-z\d]+-[a-z\d-]*[a-z\d])\.?)$/i
/** The grammar also allows a web address, which is no host. */
const isDomain = (text: string) => macro.test(text) && domainEnd.test(text) && !/:|\/\//.test(text)
const isLength = (text: string | undefined, most: number) =>
  text === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most)

/** The value begins with its ':', '=' or '/' (RFC 7208, section 12). */
const grammar = new Map<string, (value: string) => boolean>([
  ['all', (value) => value === ''],
  ['include', (value) => value.startsWith(':') && isDomain(value.slice(1))],
  ['exists', (value) => value.startsWith(':') && isDomain(value.slice(1))],
  ['a', isHost],
  ['mx', isHost],
  ['ptr', (value) => value === '' || (value.startsWith(':') && isDomain(value.slice(1)))],
  ['ip4', (value) => isNetwork(value, isIPv4, 32)],
  ['ip6', (value) => isNetwork(value, (text) => isIPv6(text) && !text.includes('%'), 128)],
  ['redirect', (value) => value.startsWith('=') && isDomain(value.slice(1))],
  ['exp', (value) => value.startsWith('=') && isDomain(value.slice(1))],
  // Another record, pasted behind the first.
  ['v', () => false],
])

function isHost(value: string): boolean {
  const [, host = '', v4, v6] = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(value) ?? []
  return (
    (host === '' || (host.startsWith(':') && isDomain(host.slice(1)))) &&
    isLength(v4, 32) &&
    isLength(v6, 128)
  )
}

function isNetwork(value: string, isAddress: (text: string) => boolean, most: number): boolean {
  const [address = '', length, ...rest] = value.slice(1).split('/')
  return value.startsWith(':') && isAddress(address) && isLength(length, most) && rest.length === 0
}

function readTerm(word: string): Term | undefined {
  const [, sign = '', name = '', value = ''] = /^([-+?~]?)([a-z][\w.-]*)(.*)$/i.exec(word) ?? []
  const term = { name: name.toLowerCase(), sign: sign || '+', value: value.slice(1) }
  // Receivers ignore unknown modifiers.
  const fits = grammar.get(term.name) ?? ((text) => text.startsWith('=') && macro.test(text.slice(1)))
  const isSigned = sign !== '' && (isModifier(term) || !grammar.has(term.name))
  return fits(value) && !isSigned ? { ...term, value: value.startsWith('/') ? value : term.value } : undefined
}

const isModifier = ({ name }: Term) => !grammar.has(name) || name === 'redirect' || name === 'exp'

const isRecord = (text: string) => /^v=spf1(?: |$)/i.test(text)
const looksLikeRecord = (text: string) =>
  /(?:^|[^a-z\d])v\s*=\s*spf1?(?!\d|2)|^[^a-z\d]*spf1\s/i.test(withoutQuotes(text))

/**
 * Reads a domain's SPF record and those that it includes, by the grammar of RFC 7208. Counts what a receiver
 * looks up for a server that no part names. Undefined without a record. Throws the error of `lookUp`.
 */
export async function readSpf(domain: string, lookUp: LookUp): Promise<Spf | undefined> {
  const counts = { lookUps: 0, void: 0 }
  const faults: string[] = []
  const texts = await lookUp(domain, 'TXT')
  if (!texts.some(isRecord)) {
    const near = texts.find(looksLikeRecord)
    if (near === undefined) return undefined
    return {
      servers: 'some',
      faults: [
        quote.test(near)
          ? `The SPF record of ${domain} was published with its quotation marks (${near}), so receivers do not see it.`
          : `The SPF record of ${domain} does not begin with exactly “v=spf1” and a space, so receivers do not see it.`,
      ],
    }
  }
  const servers = await walk(domain, texts)
  if (counts.lookUps > maxLookUps)
    faults.push(
      `The SPF record of ${domain} needs more than ${maxLookUps} DNS look-ups, counted with what it includes, so receivers give up (permerror).`,
    )
  if (counts.void > maxVoid)
    faults.push(
      `The SPF record of ${domain} names more than ${maxVoid} hosts that have no address, so receivers give up (permerror).`,
    )
  return { servers, faults }

  async function walk(name: string, found?: string[]): Promise<Spf['servers']> {
    const whose = name === domain ? name : `${name}, which ${domain} includes,`
    const [record, ...others] = (found ?? (await lookUp(name, 'TXT'))).filter(isRecord)
    if (record === undefined) {
      faults.push(`The SPF record of ${domain} includes ${name}, which has no SPF record (permerror).`)
      return 'some'
    }
    if (others.length > 0) {
      faults.push(`${whose} has ${others.length + 1} SPF records, which counts as none.`)
      return 'some'
    }
    const words = record.slice('v=spf1'.length).split(' ').filter(Boolean)
    const terms = words.map(readTerm)
    const wrong = words.find((_, at) => !terms[at])
    if (wrong !== undefined)
      faults.push(
        `The SPF record of ${whose} cannot be read at “${wrong}” (permerror)${quote.test(wrong) ? '; it was published with quotation marks' : ''}.`,
      )
    const read = terms.filter((term) => term !== undefined)
    for (const modifier of ['redirect', 'exp'])
      if (read.filter((term) => term.name === modifier).length > 1)
        faults.push(`The SPF record of ${whose} has ${modifier}= twice (permerror).`)
    return wrong === undefined ? follow(name, read) : 'some'
  }

  /** Up to the first 'all'. Returns which servers may send. */
  async function follow(name: string, terms: Term[]): Promise<Spf['servers']> {
    const end = terms.findIndex((term) => term.name === 'all')
    const unread =
      end < 0 ? undefined : terms.slice(end + 1).find((term) => !isModifier(term) && term.name !== 'all')
    if (unread)
      faults.push(
        `The SPF record of ${name} names ${unread.name}${unread.value && `:${unread.value}`} after “all”, where no receiver reads on.`,
      )
    const servers = new Set<Spf['servers']>()
    for (const term of end < 0 ? terms : terms.slice(0, end + 1)) {
      if (isModifier(term)) continue
      const matched = await match(name, term)
      if (term.sign === '+') servers.add(matched)
    }
    const redirect = terms.find((term) => term.name === 'redirect')
    if (redirect && end < 0) servers.add(await match(name, { ...redirect, name: 'include' }))
    return servers.has('every') ? 'every' : servers.has('some') ? 'some' : 'none'
  }

  async function match(name: string, { name: kind, value }: Term): Promise<Spf['servers']> {
    if (kind === 'all' || (grammar.has(kind) && /(?<!\/)\/0(?:$|\/\/)/.test(value))) return 'every'
    if (kind === 'ip4' || kind === 'ip6') return 'some'
    counts.lookUps += 1
    const host = value.replace(/\/.*$/, '') || name
    // A macro's value depends on the email.
    if (counts.lookUps > maxLookUps || host.includes('%')) return 'some'
    if (kind === 'include') return walk(host)
    if ((kind === 'a' || kind === 'mx') && (await isVoid(kind, host))) counts.void += 1
    return 'some'
  }

  /** A failed look-up says nothing about the host. */
  async function isVoid(kind: string, host: string): Promise<boolean> {
    try {
      if (kind === 'mx') return (await lookUp(host, 'MX')).length === 0
      return (await lookUp(host, 'A')).length === 0 && (await lookUp(host, 'AAAA')).length === 0
    } catch {
      return false
    }
  }
}
