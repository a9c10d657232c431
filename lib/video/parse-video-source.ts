import type { HostedVideo } from './hosts/host.ts'
import { type HostName, hosts } from './hosts/hosts.ts'

export type HostedSource = HostedVideo & { kind: HostName }
export type VideoSource = HostedSource | { kind: 'file'; url: string } | { kind: 'none' }

const none: VideoSource = { kind: 'none' }

const hostNames = Object.keys(hosts) as HostName[]
const googleHost = /^google\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/**
 * Parses the URL, the share link or the embed code of a video (spec 5). A scheme is optional. Start times are in
 * seconds.
 */
export function parseVideoSource(input: string): VideoSource {
  const text = asAddress(embeddedIn(input) ?? input)
  if (/^\/(?!\/)/.test(text)) return { kind: 'file', url: text }

  const url = toUrl(text)
  if (!url) return none
  const host = url.hostname.replace(/^www\./, '')
  if (googleHost.test(host) && url.pathname === '/url')
    return parseVideoSource(url.searchParams.get('url') ?? '')
  const kind = hostNames.find((name) => hosts[name].domain.test(host))
  if (!kind) return { kind: 'file', url: url.href }
  const video = hosts[kind].match(url)
  if (!video) return none
  return 'file' in video ? { kind: 'file', url: video.file } : { kind, ...video }
}

/** Embed codes are short. Without a limit, a code of nothing but '<iframe' would take seconds. */
const maxEmbed = 5_000

/**
 * Returns the address in an embed code, such as an iframe with a style and a div around it, or else the first one that
 * stands in a link or between brackets.
 */
function embeddedIn(input: string): string | undefined {
  const code = input
    .trim()
    .slice(0, maxEmbed + 1)
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
  if (!/^[<[]/.test(code) || code.length > maxEmbed) return undefined
  const tag =
    /<(?:iframe|video|source|embed)\b[^<]{0,2000}?\s(?:data-)?src\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i.exec(
      code,
    )
  return (
    tag?.[1] ??
    tag?.[2] ??
    tag?.[3] ??
    /(?:href\s{0,9}=\s{0,9}["']?|\]\(?)(https?:\/\/[^\s"'<>[\]()]+)/i.exec(code)?.[1]
  )
}

/** Takes off the quotation marks around an address that was copied from code, and writes each & as itself. */
const asAddress = (text: string) =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/&(?:amp;)*(?:amp|#0{0,5}38|#x0{0,5}26);|\\u0026/gi, '&')

function toUrl(text: string): URL | null {
  const absolute = text
    .replace(/^youtube:\/\//i, 'https://youtu.be/')
    .replace(/^\/\//, 'https://')
    .replace(/^(?=[\w-]+(?:\.[\w-]+)+\/)/, 'https://')
  const url = URL.canParse(absolute) ? new URL(absolute) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}
