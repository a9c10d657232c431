import { type NextRequest, NextResponse } from 'next/server'
import { buildConstants } from './lib/build-constants'
import { postedFieldsHeader, sealFields } from './lib/lead/posted-fields'
import { isFromThisSite } from './lib/server/is-from-this-site'
import { barePolicy, contentSecurityPolicy } from './lib/server/policy'

const { scriptHashes, posterVideo } = buildConstants

/**
 * Keep `proxyClientMaxBodySize` in next.config.mjs one byte larger. The limit is low, because anybody can send forms
 * of this size before the rate limits apply.
 */
const maxFormBytes = 65_536

// Only rewrites lead to these pages.
const innerPages = /^\/(?:answer|link|variants)\b/i

// Mail programs may post to it in this format (RFC 8058, section 3.1).
const unsubscribeAddress = /^\/unsubscribe\/[^/]+$/

/**
 * Passes native form posts on to app/answer. Sets a policy with a nonce on pages that are not static.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const headers = new Headers(request.headers)
  // Next takes a request with an empty header for none that calls an action.
  if (!headers.get('next-action')) headers.delete('next-action')
  const isAction = headers.has('next-action')
  const { pathname } = request.nextUrl
  const isForm =
    !isAction &&
    !unsubscribeAddress.test(pathname) &&
    /^multipart\/form-data/.test(headers.get('content-type') ?? '')
  if (isForm && request.method !== 'POST') {
    // A cache does not know that the answer depends on the content type of the request.
    return new NextResponse('A form must be posted.', {
      status: 400,
      headers: { 'Cache-Control': 'no-store', 'Content-Security-Policy': barePolicy },
    })
  }
  if (!isForm && innerPages.test(pathname)) {
    return NextResponse.rewrite(new URL('/404', request.url), {
      headers: policyHeader(scriptHashes),
    })
  }

  const isQuestion = /^\/confirm\/[^/]+\/ask\b/.test(pathname)
  if (!isForm && !isQuestion) return NextResponse.next({ request: { headers } })

  const nonce = `'nonce-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}'`
  const policy = policyHeader([nonce, ...scriptHashes])
  // Next reads the nonce for its tags from this header of the request.
  for (const [name, value] of Object.entries(policy)) headers.set(name, value)
  if (!isForm) return NextResponse.next({ request: { headers }, headers: policy })

  const form = isFromThisSite(request.headers) ? await readForm(request) : undefined
  const [, token] = /^\/watch\/([^/]+)$/.exec(pathname) ?? []
  if (token) form?.set('token', token)
  // Without scripts, nothing but the address that the form is posted to tells the campaign.
  if (!form?.get('arrival')) form?.set('arrival', request.nextUrl.search)
  headers.set(postedFieldsHeader, form ? sealFields(form) : '')
  // If the content type were that of a form, Next would take the request for a server action.
  headers.set('Content-Type', 'text/plain')
  const status = form ? 200 : 400
  return NextResponse.rewrite(new URL('/answer', request.url), {
    request: { headers },
    headers: policy,
    status,
  })
}

/** Development has no policy. */
const policyHeader = (scripts: string[]): Record<string, string> =>
  scriptHashes.length > 0 ? { 'Content-Security-Policy': contentSecurityPolicy(scripts, posterVideo) } : {}

async function readForm(request: NextRequest): Promise<FormData | undefined> {
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maxFormBytes) return undefined
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  return new Response(bytes, { headers }).formData().catch(() => undefined)
}

export const config = {
  matcher: [
    '/answer',
    '/link/:path*',
    '/variants/:path*',
    '/confirm/:token/ask',
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
    // Next reads the whole body of a request that passes through the proxy. Otherwise Next would leave the rest of an
    // overlong call unread, and would never answer the next request on the same connection.
    {
      source: '/:path*',
      has: [
        { type: 'header', key: 'next-action' },
        { type: 'header', key: 'content-length', value: '\\d{5,}' },
      ],
    },
    {
      source: '/:path*',
      has: [
        { type: 'header', key: 'next-action' },
        { type: 'header', key: 'transfer-encoding' },
      ],
    },
  ],
}
