import { existsSync } from 'node:fs'
import { securityHeaders } from './build/headers.ts'
import { variantHeaders, variantRewrites } from './build/variant-routes.ts'
import { variantNames } from './lib/site/variants.ts'
import { ownPoster } from './lib/video/own-poster.ts'
import { defaultVideoUrl } from './supabase/functions/_shared/default-video.ts'

const {
  CSP_SCRIPTS = '',
  CSP_STYLES = '',
  NEXT_DIST_DIR = '.next',
  RUN_BUILD_ID,
  VERCEL,
  VERCEL_ENV,
  VIDEO_URL = defaultVideoUrl,
} = process.env

const isSealed = Object.values(ownPoster).every((file) => existsSync(`public${file}`))
// With an own poster the page loads nothing from the video's host.
const posterVideo = isSealed ? '' : VIDEO_URL
const hashes = (list) => list.split(' ').filter(Boolean)

/** @type {import('next').NextConfig} */
export default {
  distDir: NEXT_DIST_DIR,
  poweredByHeader: false,
  generateBuildId: () => {
    if (!RUN_BUILD_ID)
      throw new Error(
        'Build with `npm run build`: `next build` alone makes pages without a Content-Security-Policy.',
      )
    return RUN_BUILD_ID
  },
  headers: () => [
    ...securityHeaders(hashes(CSP_SCRIPTS), hashes(CSP_STYLES), posterVideo, VERCEL_ENV === 'preview'),
    ...(VERCEL ? [] : variantHeaders(variantNames)),
    // By this answer `npm run doctor` sees which build is live; the page itself stays as light as it is.
    { source: '/confirm/:token/answer', headers: [{ key: 'X-Build', value: `${RUN_BUILD_ID}` }] },
  ],
  rewrites: () => ({ beforeFiles: variantRewrites(variantNames) }),
  // Read by lib/build-output.ts.
  env: {
    CSP_SCRIPTS,
    CSP_STYLES,
    CSP_VIDEO_URL: posterVideo,
    SEALED: isSealed ? '1' : '',
  },
  turbopack: {
    rules: {
      '**/sonner/dist/index.mjs': { loaders: ['./build/strip-inserted-css.cjs'] },
      // Emitted as a file, not inlined into the page with the other styles.
      '**/sonner/dist/styles.css': { type: 'asset' },
      '**/*.woff2': { type: 'asset' },
    },
  },
  // The optimiser is off for good: three critical advisories in 2026 (GHSA-2xp9-vwfh-vxw4, GHSA-2464-fhr4-w9xw, CVE-2026-94483).
  images: { unoptimized: true },
  experimental: {
    // The styles are in the page, so that one round trip leads to the first paint.
    inlineCss: true,
    // Only a site that also has a pages router needs it.
    clientRouterFilter: false,
    // No style uses light-dark(), and `vendor-prefixes` would remove the one prefix that Safari needs.
    useLightningcss: true,
    lightningCssFeatures: { exclude: ['light-dark', 'vendor-prefixes'] },
    // The one page needs all of the framework, and a single file of it compresses best and takes one request.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 5_000_000 },
    serverActions: { bodySizeLimit: '16kb' },
    // What proxy.ts gets of a form: one byte more than it reads.
    proxyClientMaxBodySize: 65_537,
    // The development server would answer it to any site that a browser on this machine visits.
    mcpServer: false,
  },
}
