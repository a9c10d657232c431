// Written out, since the code that sets the headers must not be what tells whether they are right.

export const expectedHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** Of an answer that is no page of ours. */
export const expectedBarePolicy =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Returns the policy of a page with these sources of its inline scripts and styles, and of its poster. */
export const expectedPagePolicy = (script = '', style = '', picture = '') =>
  [
    "default-src 'none'",
    `script-src 'self'${script}`,
    `style-src 'self'${style}`,
    `img-src 'self' data:${picture}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' https:",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
