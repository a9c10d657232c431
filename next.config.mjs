import { existsSync } from 'node:fs'
import { contentSecurityPolicy } from './lib/csp/policy.ts'
import { ownPoster } from './lib/video/own-poster.ts'
import { defaultVideoUrl, errorCopy } from './supabase/functions/_shared/site.ts'

const {
  ACTION_SIGNATURE = '',
  BUILD_ID,
  CSP_SCRIPTS = '',
  CSP_STYLES = '',
  VERCEL_ENV,
  VIDEO_URL = defaultVideoUrl,
} = process.env

const isSealed = Object.values(ownPoster).every((file) => existsSync(`public${file}`))
// Sealed, the page loads nothing from the video's host.
const posterVideo = isSealed ? '' : VIDEO_URL

const headers = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // YouTube refuses to play for a page that sends no referrer.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  // A preview is nobody's to find.
  ...(VERCEL_ENV === 'preview' && { 'X-Robots-Tag': 'noindex' }),
}

/** What other sites may show: link previews and the logo. */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

const list = (entries) => Object.entries(entries).map(([key, value]) => ({ key, value }))
const nativePost = { type: 'header', key: 'content-type', value: 'multipart/form-data.*' }
const fetchedPost = { type: 'header', key: 'next-action' }

/** The policy by hashes, on everything but the answer to a native post, whose scripts proxy.ts covers. */
function strictPolicy() {
  if (!CSP_SCRIPTS) return []
  const policy = contentSecurityPolicy(CSP_SCRIPTS.split(' '), CSP_STYLES.split(' '), posterVideo)
  const entry = { source: '/:path*', headers: list({ 'Content-Security-Policy': policy }) }
  return [
    { ...entry, missing: [nativePost] },
    { ...entry, has: [fetchedPost] },
  ]
}

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  generateBuildId: () => BUILD_ID ?? null,
  headers: () => [
    { source: '/:path*', headers: list(headers) },
    ...['/social.jpg', '/icon-512.png'].map((source) => ({ source, headers: list(shared) })),
    ...strictPolicy(),
  ],
  compiler: {
    define: {
      ERROR_TITLE: errorCopy.title,
      ERROR_RETRY: errorCopy.retry,
    },
  },
  env: { ACTION_SIGNATURE, CSP_SCRIPTS, CSP_STYLES, CSP_VIDEO_URL: posterVideo, SEALED: isSealed ? '1' : '' },
  turbopack: {
    rules: {
      '**/sonner/dist/index.mjs': { loaders: ['./build/strip-inserted-css.cjs'] },
      // A file of its own, not part of the styles that stand in the page.
      '**/sonner/dist/styles.css': { type: 'asset' },
    },
  },
  // The optimiser is off for good: three critical advisories in 2026 (GHSA-2xp9-vwfh-vxw4, GHSA-2464-fhr4-w9xw, CVE-2026-94483).
  images: { unoptimized: true },
  experimental: {
    // One route, one round trip to first paint.
    inlineCss: true,
    // For sites that are half in the pages router; this one is not.
    clientRouterFilter: false,
    // There is one page, and it needs all of the framework: a single file of it compresses best and asks once.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 5_000_000 },
    serverActions: { bodySizeLimit: '16kb' },
  },
}
