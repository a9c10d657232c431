// The values are written out here. If a test took them from the code that sets the headers, it would not notice a
// wrong one.

export const expectedHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** All answers but our pages. */
export const expectedBarePolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The arguments are the sources for the page's inline scripts and its poster. */
export const expectedPagePolicy = (script = '', picture = '') =>
  [
    "default-src 'none'",
    `script-src 'self'${script}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${picture}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' https:",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'report-uri /failure',
  ].join('; ')
