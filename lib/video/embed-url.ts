import type { VideoSource } from './parse-video-source.ts'

export const playerOrigins = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const

/** Returns the URL of the player for a YouTube or Vimeo video (spec 5). */
export function embedUrl(source: Extract<VideoSource, { kind: 'youtube' | 'vimeo' }>): string {
  const query = new URLSearchParams()
  if (source.kind === 'youtube') {
    query.set('rel', '0')
    // With this parameter, the player reports its current time. components/video/follow-player.ts listens to it.
    query.set('enablejsapi', '1')
    if (source.start) query.set('start', `${source.start}`)
    return `${playerOrigins.youtube}/embed/${source.id}?${query}`
  }
  query.set('dnt', '1')
  if (source.hash) query.set('h', source.hash)
  return `${playerOrigins.vimeo}/video/${source.id}?${query}${source.start ? `#t=${source.start}s` : ''}`
}
