/** `hash` opens an unlisted one, and `start` is in seconds. */
export type HostedVideo = { id: string; hash?: string; start?: number }

/** What the server knows of a host. Each has a file beside this one and rows in hosts.ts and players.ts. */
export type Host = {
  name: string
  /** Host names of its links, without `www.`. */
  domain: RegExp
  /** The link's video, a plain file's address, or undefined. */
  match: (url: URL) => HostedVideo | { file: string } | undefined
  /** The policy of every page allows it. */
  playerOrigin: string
  /** Spec 5. */
  embed: (video: HostedVideo) => string
  thumbnailOrigin: string
  /** The best one first. */
  thumbnails: (video: HostedVideo) => string[]
  /** Undefined if the picture's address would reveal the video. */
  poster: (video: HostedVideo) => HostedPoster | undefined
  /**
   * How the doctor asks whether other sites may show the video, and the status of a no: https://oembed.com
   */
  oembed: { endpoint: string; address: (video: HostedVideo) => string; refusals: number[] }
  /**
   * Takes oEmbed's answer and the player's page. Returns the host's reason not to play the video here, if
   * any.
   */
  refusal: (oembed: string, player: string) => string | undefined
}

/** For the smaller picture. */
export const phone = '(width < 40rem)'

/** On the locked video. `fallback` is shown if the host sends its small grey picture for `src`. */
export type HostedPoster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src: string
  fallback?: string
}

/** From `t` or `start` in query or hash, such as 90, 90s or 1m30s. */
export function readStart(url: URL): { start?: number } {
  const hash = new URLSearchParams(url.hash.slice(1))
  const text = [url.searchParams, hash].map((part) => part.get('t') ?? part.get('start')).find(Boolean)
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? '')
  if (!text || !match) return {}
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { start: hours * 3600 + minutes * 60 + seconds }
}
