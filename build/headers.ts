import type { NextConfig } from 'next'
import { contentSecurityPolicy } from '../lib/server/policy.ts'

type HeaderRule = Awaited<ReturnType<NonNullable<NextConfig['headers']>>>[number]
type HeaderCondition = NonNullable<HeaderRule['has']>[number]

const everywhere = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // YouTube plays no video without a referrer.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Otherwise a page that opened ours could replace it with a copy (OWASP ASVS 3.4.8). Costs 4 ms (median of
  // 20) after a link from another site, because the browser starts a process.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** Other sites and webmail programs show these pictures. */
const shared = ['/social.jpg', '/icon-512.png', '/poster.jpg']

const nativePost: HeaderCondition = {
  type: 'header',
  key: 'content-type',
  value: 'multipart/form-data.*',
}
const fetchedPost: HeaderCondition = { type: 'header', key: 'next-action' }

/** For every path, in next.config.mjs. Without script hashes there is no policy. */
export function securityHeaders(scripts: string[], posterVideo: string, isPreview: boolean): HeaderRule[] {
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
  // For the confirmation page and answers to native posts, proxy.ts sends a policy with a nonce.
  const policy = contentSecurityPolicy(scripts, posterVideo)
  const strict = {
    source: '/:path((?!confirm/[^/]+/ask$).*)',
    headers: list({ 'Content-Security-Policy': policy }),
  }
  return [
    ...rules,
    // A cache must not keep such an answer for others: it may have no policy.
    { source: '/:path*', has: [nativePost], headers: list({ 'Cache-Control': 'no-store' }) },
    { ...strict, missing: [nativePost] },
    { ...strict, has: [fetchedPost] },
  ]
}

const list = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }))
