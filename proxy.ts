import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './lib/csp/policy'

// Written in by the build; development has no policy.
const styles = process.env.CSP_STYLES?.split(' ').filter(Boolean) ?? []
const videoUrl = process.env.CSP_VIDEO_URL ?? ''

/**
 * Covers the one page that is not static: the answer to a form posted natively carries the form's state in inline
 * scripts that no build could hash, so they go by a nonce.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = `'nonce-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}'`
  // Next reads the nonce for its tags from the request's policy.
  const headers = new Headers(request.headers)
  const policy = contentSecurityPolicy([nonce], [nonce, ...styles], videoUrl)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  if (styles.length > 0) response.headers.set('Content-Security-Policy', policy)
  return response
}

export const config = {
  matcher: [
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
