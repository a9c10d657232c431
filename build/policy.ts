import { playerOrigins } from '../lib/video/embed-url.ts'
import { parseVideoSource } from '../lib/video/parse-video-source.ts'
import { thumbnailOrigins } from '../lib/video/thumbnail.ts'

const posterOrigins = {
  youtube: [thumbnailOrigins.youtube],
  vimeo: [thumbnailOrigins.vimeo],
  file: [],
  none: [],
}

/** The Content-Security-Policy of an answer that is no page: it may load nothing. */
export const barePolicy = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of a page: forbids everything but what this page is made of.
 * @param scripts sources for inline scripts: hashes or a nonce
 * @param styles sources for inline styles, likewise
 * @param videoUrl the configured video, whose host may serve the poster
 */
export function contentSecurityPolicy(scripts: string[], styles: string[], videoUrl: string): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', ...posterOrigins[parseVideoSource(videoUrl).kind]],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    // The video and its captions may be redirected to any host that the operator's storage picks.
    'media-src': ["'self'", 'https:'],
    'frame-src': Object.values(playerOrigins),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
