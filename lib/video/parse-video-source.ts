import type { HostedVideo } from './hosts/host.ts'
import { type HostName, hosts } from './hosts/hosts.ts'

export type HostedSource = HostedVideo & { kind: HostName }
export type VideoSource = HostedSource | { kind: 'file'; url: string } | { kind: 'none' }

const none: VideoSource = { kind: 'none' }

const hostNames = Object.keys(hosts) as HostName[]
const googleHost = /^google\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/** From a URL, share link or embed code (spec 5). A scheme is optional. Start times are in seconds. */
export function parseVideoSource(input: string): VideoSource {
  const text = asAddress(input)
  if (/^\/(?!\/)/.test(text)) return { kind: 'file', url: text }

  const url = toUrl(text)
  if (!url) return embeddedIn(input)
  const host = url.hostname.replace(/^www\./, '')
  if (googleHost.test(host) && url.pathname === '/url')
    return parseVideoSource(url.searchParams.get('url') ?? '')
  const kind = hostNames.find((name) => hosts[name].domain.test(host))
  if (!kind) return { kind: 'file', url: url.href }
  const video = hosts[kind].match(url)
  if (!video) return none
  return 'file' in video ? { kind: 'file', url: video.file } : { kind, ...video }
}

/** Without a limit, a code of nothing but '<iframe' would take seconds. */
const maxEmbed = 5_000

/**
 * From an embed code or a text around an address: the first address of a host's video counts, else the id
 * that such code names without one, else a video element's file.
 */
function embeddedIn(input: string): VideoSource {
  if (input.length > maxEmbed) return none
  const code = input
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;|\\"|[“”″]/g, '"')
  const found = Array.from(
    code.matchAll(/(?<=[\s"'<>([\]=])(?:https?:)?\/\/[^\s"'<>[\]()\\]+/gi),
    ([address]) => parseVideoSource(address),
  )
  const hosted = found.find(({ kind }) => kind !== 'none' && kind !== 'file')
  if (hosted) return hosted
  const [, youtube, vimeo] =
    /(?:(?:[[<%]\s?youtube\s|\b(?:youtube|video)-?id=)["']?([\w-]{11})|(?:[[<%]\s?vimeo\s|\b(?:vimeo|video)-?id=)["']?(\d{6,10}))(?![\w-])/i.exec(
      code,
    ) ?? []
  if (youtube) return { kind: 'youtube', id: youtube }
  if (vimeo) return { kind: 'vimeo', id: vimeo }
  const [, quoted, single, bare] =
    /<(?:iframe|video|source|embed)\b[^<]{0,2000}?\ssrc\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i.exec(
      code,
    ) ?? []
  const source = quoted ?? single ?? bare
  if (source) return parseVideoSource(source)
  return found.find((one) => one.kind === 'file' && /\.(?:mp4|m4v|webm)(?:[?#]|$)/i.test(one.url)) ?? none
}

/** Without the quotation marks of code, and with each & as itself. */
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
