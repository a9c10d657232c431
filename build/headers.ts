import { contentSecurityPolicy } from './policy.ts'

type HeaderRule = {
  source: string
  headers: { key: string; value: string }[]
  has?: HeaderCondition[]
  missing?: HeaderCondition[]
}
type HeaderCondition = { type: 'header'; key: string; value?: string }

const everywhere = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // YouTube refuses to play for a page that sends no referrer.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // The page that opened ours could replace it by a copy of the form (OWASP ASVS 3.4.8). Costs a new process: 24 to 72 ms.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** What other sites may show: the picture of link previews, and the logo. */
const shared = ['/social.jpg', '/icon-512.png']

const nativePost: HeaderCondition = {
  type: 'header',
  key: 'content-type',
  value: 'multipart/form-data.*',
}
const fetchedPost: HeaderCondition = { type: 'header', key: 'next-action' }

/**
 * The response headers of every path, in the shape of Next's `headers`.
 * @param scripts hashes of the inline scripts, from the first pass of the build; without any there is no policy yet
 * @param styles likewise of the inline styles
 * @param posterVideo the video whose host may serve the poster
 * @param isPreview whether search engines are to keep the deployment out
 */
export function securityHeaders(
  scripts: string[],
  styles: string[],
  posterVideo: string,
  isPreview: boolean,
): HeaderRule[] {
  const rules: HeaderRule[] = [
    {
      source: '/:path*',
      headers: list(isPreview ? { ...everywhere, 'X-Robots-Tag': 'noindex' } : everywhere),
    },
    ...shared.map((source) => ({
      source,
      headers: list({ 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    })),
  ]
  if (scripts.length === 0) return rules
  // By hashes, on everything but the pages whose scripts proxy.ts covers by a nonce.
  const policy = contentSecurityPolicy(scripts, styles, posterVideo)
  const strict = {
    source: '/:path((?!confirm/[^/]+/ask$).*)',
    headers: list({ 'Content-Security-Policy': policy }),
  }
  return [...rules, { ...strict, missing: [nativePost] }, { ...strict, has: [fetchedPost] }]
}

const list = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }))
