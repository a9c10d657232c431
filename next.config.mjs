/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The optimiser is off for good: three critical advisories in 2026 (GHSA-2xp9-vwfh-vxw4, GHSA-2464-fhr4-w9xw, CVE-2026-94483).
  images: { unoptimized: true },
  experimental: {
    // One route, one round trip to first paint.
    inlineCss: true,
    serverActions: { bodySizeLimit: '16kb' },
  },
}
