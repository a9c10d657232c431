import { existsSync } from 'node:fs'
import { securityHeaders } from './build/headers.ts'
import { ownPoster } from './lib/video/own-poster.ts'
import { defaultVideoUrl, errorCopy } from './supabase/functions/_shared/site.ts'

const {
  ACTION_SIGNATURE = '',
  BUILD_ID,
  CSP_SCRIPTS = '',
  CSP_STYLES = '',
  NEXT_DIST_DIR = '.next',
  VERCEL_ENV,
  VIDEO_URL = defaultVideoUrl,
} = process.env

const isSealed = Object.values(ownPoster).every((file) => existsSync(`public${file}`))
// Sealed, the page loads nothing from the video's host.
const posterVideo = isSealed ? '' : VIDEO_URL
const hashes = (list) => list.split(' ').filter(Boolean)

/** @type {import('next').NextConfig} */
export default {
  distDir: NEXT_DIST_DIR,
  poweredByHeader: false,
  generateBuildId: () => BUILD_ID ?? null,
  headers: () =>
    securityHeaders(hashes(CSP_SCRIPTS), hashes(CSP_STYLES), posterVideo, VERCEL_ENV === 'preview'),
  compiler: { define: { ERROR_TITLE: errorCopy.title, ERROR_RETRY: errorCopy.retry } },
  // Read by lib/build-output.ts.
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
    // The styles have no light-dark() to prepare for, and the one prefix that Safari needs, which would be taken out.
    useLightningcss: true,
    lightningCssFeatures: { exclude: ['light-dark', 'vendor-prefixes'] },
    // There is one page, and it needs all of the framework: a single file of it compresses best and asks once.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 5_000_000 },
    serverActions: { bodySizeLimit: '16kb' },
  },
}
