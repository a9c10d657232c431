/** A video on the site of a host. `hash` opens an unlisted one, and `start` is in seconds. */
export type HostedVideo = { id: string; hash?: string; start?: number }

/** What the server knows of a host of videos. Each host has a file beside this one and rows in hosts.ts and players.ts. */
export type Host = {
  name: string
  /** Matches the host names of its links, without `www.`. */
  domain: RegExp
  /** Returns the video of a link, its address if it is that of a plain file, or undefined if the link has no video. */
  match: (url: URL) => HostedVideo | { file: string } | undefined
  /** The origin of its player, which the policy of every page allows. */
  playerOrigin: string
  /** Spec 5. */
  embed: (video: HostedVideo) => string
  thumbnailOrigin: string
  /** The best one comes first. */
  thumbnails: (video: HostedVideo) => string[]
  /** Nothing if the picture's address would reveal the video to readers of the page. */
  poster: (video: HostedVideo) => HostedPoster | undefined
  /** How the doctor asks whether other sites may show the video, and with what status the host says no: https://oembed.com */
  oembed: { endpoint: string; address: (video: HostedVideo) => string; refusals: number[] }
  /**
   * Takes what oEmbed answers and the page of the player. Returns the host's word for why it does not play the video on
   * this site, or undefined if it does, or if nothing says so.
   */
  refusal: (oembed: string, player: string) => string | undefined
}

/** The media query of the smaller picture. */
export const phone = '(width < 40rem)'

/** The pictures on the locked video. `fallback` is shown if the host sends its small grey picture for `src`. */
export type HostedPoster = {
  sources: { srcSet: string; type?: string; media?: string }[]
  src: string
  fallback?: string
}

/** Reads a start time, such as 90, 90s or 1m30s. The start time is `t` or `start` in the query or the hash. */
export function readStart(url: URL): { start?: number } {
  const hash = new URLSearchParams(url.hash.slice(1))
  const text = [url.searchParams, hash].map((part) => part.get('t') ?? part.get('start')).find(Boolean)
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? '')
  if (!text || !match) return {}
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { start: hours * 3600 + minutes * 60 + seconds }
}
