import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerHeaders, securityHeaders } from './headers.ts'

const everywhere = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

const policy = [
  "default-src 'none'",
  "script-src 'self' 'sha256-script'",
  "style-src 'self' 'sha256-style'",
  "img-src 'self' data: https://i.ytimg.com",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' https:",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/** The headers of each rule, by its path and its condition. */
const rules = securityHeaders(["'sha256-script'"], ["'sha256-style'"], 'https://youtu.be/aqz-KE-bpKQ', false)
const headersOf = (index: number) =>
  Object.fromEntries((rules[index]?.headers ?? []).map(({ key, value }) => [key, value]))

test('every answer has the headers that keep other sites out', () => {
  assert.equal(rules[0]?.source, '/:path*')
  assert.deepEqual(headersOf(0), everywhere)
})

test('the policy allows what the page is made of, and nothing else', () => {
  assert.deepEqual(headersOf(3)['Content-Security-Policy']?.split('; '), policy)
  assert.deepEqual(headersOf(4), headersOf(3))
})

test('an answer that Next does not route has the same headers, with a policy that allows nothing', () => {
  const nothing = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
  assert.deepEqual(answerHeaders, { ...everywhere, 'Content-Security-Policy': nothing })
})

test('a preview is kept from search engines', () => {
  const [preview] = securityHeaders([], [], '', true)
  assert.deepEqual(preview?.headers.at(-1), { key: 'X-Robots-Tag', value: 'noindex' })
})
