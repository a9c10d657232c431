import { hosts } from '../video/hosts/hosts.ts'
import { parseVideoSource } from '../video/parse-video-source.ts'

export const barePolicy = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Returns the Content-Security-Policy of a page. Each entry of `scripts` and `styles` is a hash or a nonce that
 * allows inline code.
 */
export function contentSecurityPolicy(scripts: string[], styles: string[], videoUrl: string): string {
  const { kind } = parseVideoSource(videoUrl)
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'img-src': [
      "'self'",
      'data:',
      ...(kind === 'file' || kind === 'none' ? [] : [hosts[kind].thumbnailOrigin]),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    // Any host is allowed, because a storage host may redirect the request for a video to a different host.
    'media-src': ["'self'", 'https:'],
    'frame-src': Object.values(hosts).map(({ playerOrigin }) => playerOrigin),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
