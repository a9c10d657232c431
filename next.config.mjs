import { existsSync } from 'node:fs'
import { testDistDir } from './build/dist-dir.ts'
import { securityHeaders } from './build/headers.ts'
import { variantHeaders, variantRewrites } from './build/variant-routes.ts'
import { variantNames } from './lib/page-copy.ts'
import { ownPoster, posterFiles } from './lib/video/poster.ts'
import { sample } from './lib/video/sample.ts'

const {
  NEXT_DIST_DIR = '.next',
  RUN_BUILD_ID,
  SITE_URL = '',
  VERCEL,
  VERCEL_ENV,
  VIDEO_URL = sample.video,
} = process.env

const siteHost = URL.parse(SITE_URL)?.host

// `next start` reads this file, too. It needs no inline scripts, and there may be no esbuild.
const isServing = process.env.NODE_ENV === 'production' && !RUN_BUILD_ID
const inline = isServing ? undefined : (await import('./build/inline-scripts.ts')).inlineScripts()
const hashes = (RUN_BUILD_ID && inline?.hashes) || []
const hasOwnPoster = Object.values(posterFiles).every((file) => existsSync(`public${ownPoster}/${file}`))
const samplePoster = VIDEO_URL === sample.video ? sample.poster : ''
const posterFolder = hasOwnPoster ? ownPoster : samplePoster
// With a poster of its own the page loads nothing from the video's host.
const posterVideo = posterFolder ? '' : VIDEO_URL

// The addresses of the links in emails. Emails that were sent once lead to them for ever.
const linkPages = [
  { source: '/confirm/:token/ask', destination: '/link/confirm/:token' },
  { source: '/:kind(stop|unsubscribe)/:token/ask', destination: '/link/:kind/ask' },
  { source: '/watch/:token', destination: '/link/watch' },
  {
    source: '/:kind(confirm|stop|unsubscribe)/outcome/:outcome',
    destination: '/link/:kind/outcome/:outcome',
  },
  { source: '/:kind(confirm|stop|unsubscribe)/:token/answer', destination: '/link/:kind/:token/answer' },
  {
    source: '/:kind(confirm|stop|unsubscribe)/:token((?!ask$)[^/]+)',
    destination: '/link/:kind/:token/open',
  },
  { source: '/watch/:token/watched', destination: '/link/watch/:token/watched' },
]

// The picture in the visitor's email. Without a poster of our own it is the one for link previews, since the host's
// thumbnail would name the video.
const mailPicture = {
  source: '/poster.jpg',
  destination: posterFolder ? `${posterFolder}/${posterFiles.jpeg}` : '/social.jpg',
}

// The other usual names, of create-react-app, Svelte and Angular.
const formerWorker = { source: '/:name(service-worker|serviceworker|ngsw-worker).js', destination: '/sw.js' }

/** @type {import('next').NextConfig} */
export default {
  distDir: NEXT_DIST_DIR,
  poweredByHeader: false,
  generateBuildId: () => {
    if (!RUN_BUILD_ID)
      throw new Error(
        'Run `npm run build`. `next build` alone makes pages without a Content-Security-Policy.',
      )
    return RUN_BUILD_ID
  },
  headers: () => [
    ...securityHeaders(hashes, posterVideo, VERCEL_ENV === 'preview'),
    ...(VERCEL ? [] : variantHeaders(variantNames)),
    // A token in a path opens the video to its readers.
    { source: '/watch/:token', headers: [{ key: 'Referrer-Policy', value: 'strict-origin' }] },
  ],
  // A link may be pasted together with the end of a sentence or a bracket.
  redirects: () => [
    {
      source: '/:kind(confirm|stop|unsubscribe|watch)/:token([0-9a-f-]{36}):end([^/]+)',
      destination: '/:kind/:token',
      permanent: false,
    },
    {
      source: '/:kind(confirm|stop|unsubscribe)/:token/ask:end([^/]+)',
      destination: '/:kind/:token/ask',
      permanent: false,
    },
  ],
  rewrites: () => ({
    beforeFiles: variantRewrites(variantNames),
    afterFiles: [mailPicture, formerWorker, ...linkPages],
    fallback: [],
  }),
  // The proxy then sees the address by which Next.js knows itself, and can rewrite to a page of the same origin. Otherwise
  // it would see `localhost` for 127.0.0.1, and Next.js would call itself as if it were another site.
  skipProxyUrlNormalize: true,
  // For lib/build-constants.ts.
  env: {
    ...inline?.env,
    BUILD_ID: RUN_BUILD_ID ?? '',
    CSP_SCRIPTS: hashes.join(' '),
    CSP_VIDEO_URL: posterVideo,
    POSTER_FOLDER: posterFolder,
  },
  // `npm test` has checked the types before it builds.
  typescript: { ignoreBuildErrors: NEXT_DIST_DIR === testDistDir },
  turbopack: {
    // A copy of the project may lie inside another one.
    root: import.meta.dirname,
    rules: {
      '**/*.woff2': { type: 'asset' },
    },
  },
  // Three critical advisories in 2026: GHSA-2xp9-vwfh-vxw4, GHSA-2464-fhr4-w9xw, CVE-2026-94545.
  images: { unoptimized: true },
  experimental: {
    // One round trip to the first paint.
    inlineCss: true,
    // The page needs all of the framework, and one file compresses best.
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 5_000_000 },
    // A proxy may leave the port out of X-Forwarded-Host, with which Next compares the Origin.
    serverActions: { bodySizeLimit: '16kb', allowedOrigins: siteHost ? [siteHost] : [] },
    // One byte more than proxy.ts accepts.
    proxyClientMaxBodySize: 65_537,
    // Any site in a browser on this machine could call it.
    mcpServer: false,
  },
}
