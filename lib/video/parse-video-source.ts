export type VideoSource =
  | { kind: 'youtube'; id: string; start?: number }
  | { kind: 'vimeo'; id: string; hash?: string; start?: number }
  | { kind: 'file'; url: string }
  | { kind: 'none' }

const none: VideoSource = { kind: 'none' }

const youtubeHost =
  /^(?:youtu\.be|(?:(?:m|music|img)\.)?youtube\.com|youtube(?:-nocookie|education)\.com|i\.ytimg\.com)$/
const vimeoHost = /^(?:player\.)?vimeo\.com$/
const googleHost = /^google\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/**
 * Parses the URL, the share link or the embed code of a video (spec 5). A scheme is optional. Start times are in
 * seconds.
 */
export function parseVideoSource(input: string): VideoSource {
  const text = embeddedIn(input) ?? input.trim()
  if (/^\/(?!\/)/.test(text)) return { kind: 'file', url: text }

  const url = toUrl(text)
  if (!url) return none
  const host = url.hostname.replace(/^www\./, '')
  if (googleHost.test(host) && url.pathname === '/url')
    return parseVideoSource(url.searchParams.get('url') ?? '')
  if (youtubeHost.test(host)) return youtube(url)
  if (vimeoHost.test(host)) return vimeo(url)
  return { kind: 'file', url: url.href }
}

/** Embed codes are short. Without a limit, a code of nothing but '<iframe' would take seconds. */
const maxEmbed = 5_000

/** Returns the address in an embed code, such as an iframe with a style and a div around it. */
function embeddedIn(input: string): string | undefined {
  const code = input.trim()
  if (!code.startsWith('<') || code.length > maxEmbed) return undefined
  const tag =
    /<(?:iframe|video|source|embed)\b[^<>]{0,2000}?\s(?:data-)?src\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i.exec(
      code,
    )
  const address = tag?.[1] ?? tag?.[2] ?? tag?.[3]
  return address?.trim().replace(/&(?:amp|#38|#x26);/gi, '&')
}

function toUrl(text: string): URL | null {
  const absolute = text
    .replace(/^youtube:\/\//i, 'https://youtu.be/')
    .replace(/^\/\//, 'https://')
    .replace(/^(?=[\w-]+(?:\.[\w-]+)+\/)/, 'https://')
  const url = URL.canParse(absolute) ? new URL(absolute) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

// These words have eleven characters, as video ids do, but they are not ids:
// https://developers.google.com/youtube/player_parameters
const youtubePath =
  /^\/(?:watch|embed|e|v|vi|vi_webp|u(?:\/\d+)?|shorts|live)\/(?!videoseries|live_stream)([\w-]{11})(?![\w-])/
const youtubeId = /^([\w-]{11})(?![\w-])/

function youtube(url: URL): VideoSource {
  const wrapped = url.pathname === '/attribution_link' && url.searchParams.get('u')
  if (wrapped) return youtube(new URL(wrapped, 'https://www.youtube.com'))

  const { searchParams: query, pathname, hash } = url
  const id =
    youtubeId.exec(query.get('v') ?? query.get('vi') ?? '')?.[1] ??
    youtubePath.exec(pathname)?.[1] ??
    (url.hostname === 'youtu.be' ? youtubeId.exec(pathname.slice(1))?.[1] : undefined) ??
    // Old channel pages have URLs like /user/name#p/u/1/<id>.
    /^#p\/u\/\d+\/([\w-]{11})(?![\w-])/.exec(hash)?.[1]
  return id ? { kind: 'youtube', id, ...start(url) } : none
}

const vimeoPath =
  /^\/(?:video\/|manage\/videos\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d+)(?:[/:]([\da-f]+))?\/?$/
const vimeoFile = /^\/(?:external|progressive_redirect)\//

function vimeo(url: URL): VideoSource {
  if (vimeoFile.test(url.pathname)) return { kind: 'file', url: url.href }
  const match = vimeoPath.exec(url.pathname)
  if (!match?.[1]) return none
  const hash = url.searchParams.get('h') ?? match[2]
  return { kind: 'vimeo', id: match[1], ...(hash && { hash }), ...start(url) }
}

/** Reads a start time, such as 90, 90s or 1m30s. The start time is `t` or `start` in the query or the hash. */
function start(url: URL): { start?: number } {
  const hash = new URLSearchParams(url.hash.slice(1))
  const text = [url.searchParams, hash].map((part) => part.get('t') ?? part.get('start')).find(Boolean)
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? '')
  if (!text || !match) return {}
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { start: hours * 3600 + minutes * 60 + seconds }
}
