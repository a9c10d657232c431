import { hosts } from '../video/hosts/hosts.ts'
import { parseVideoSource } from '../video/parse-video-source.ts'

export const barePolicy = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * A page's Content-Security-Policy. `scripts` are hashes or nonces of inline scripts. Browsers report what
 * they block to app/failure.
 */
export function contentSecurityPolicy(scripts: string[], videoUrl: string): string {
  const { kind } = parseVideoSource(videoUrl)
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    // A hash or a nonce here would turn 'unsafe-inline' off.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': [
      "'self'",
      'data:',
      ...(kind === 'file' || kind === 'none' ? [] : [hosts[kind].thumbnailOrigin]),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    // Any host, because storage may redirect the video's request to another one.
    'media-src': ["'self'", 'https:'],
    'frame-src': Object.values(hosts).map(({ playerOrigin }) => playerOrigin),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'report-uri': ['/failure'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
