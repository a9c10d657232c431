import { type NextRequest, NextResponse } from 'next/server'
import { barePolicy, contentSecurityPolicy } from './build/policy'
import { buildOutput } from './lib/build-output'
import { encodeFields, postedFieldsHeader } from './lib/lead/posted-fields'
import { isFromThisSite } from './lib/server/is-from-this-site'

const { scriptHashes, styleHashes, posterVideo } = buildOutput

/** Of a form, as `proxyClientMaxBodySize` in next.config.mjs: a stranger sends it, and it is read before any rate limit. */
const maxFormBytes = 65_536

/**
 * Leads a form that the browser posts by itself, whatever is in it and from however old a page, to app/answer. This page, and
 * the one that asks to confirm a number, are not static: their inline scripts no build could hash, so they get a policy of
 * their own with a nonce.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const isForm = /^multipart\/form-data/.test(request.headers.get('content-type') ?? '')
  if (isForm && request.method !== 'POST') {
    // No cache that stands in front knows that the answer depends on the content type.
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': barePolicy }
    return new NextResponse('A form must be posted.', { status: 400, headers })
  }
  const isQuestion = request.nextUrl.pathname.startsWith('/confirm/')
  // Only a rewrite leads to app/answer and to the variants of the page.
  if (!isForm && !isQuestion) {
    return NextResponse.rewrite(new URL('/404', request.url), {
      headers: policyHeader(scriptHashes, styleHashes),
    })
  }

  const nonce = `'nonce-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}'`
  const policy = policyHeader([nonce, ...scriptHashes], [nonce, ...styleHashes])
  const headers = new Headers(request.headers)
  // Next reads the nonce for its tags from the request's policy.
  for (const [name, value] of Object.entries(policy)) headers.set(name, value)
  if (!isForm) return NextResponse.next({ request: { headers }, headers: policy })

  const form = isFromThisSite(request.headers) ? await readForm(request) : undefined
  headers.set(postedFieldsHeader, form ? encodeFields(form) : '')
  // Not as a form, which Next would take for a call of an action.
  headers.set('Content-Type', 'text/plain')
  const status = form ? 200 : 400
  return NextResponse.rewrite(new URL('/answer', request.url), {
    request: { headers },
    headers: policy,
    status,
  })
}

/** Empty in development, which has no policy. */
const policyHeader = (scripts: string[], styles: string[]): Record<string, string> =>
  styleHashes.length > 0
    ? { 'Content-Security-Policy': contentSecurityPolicy(scripts, styles, posterVideo) }
    : {}

/** The form, or undefined when it cannot be read. */
async function readForm(request: NextRequest): Promise<FormData | undefined> {
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maxFormBytes) return undefined
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  return new Response(bytes, { headers }).formData().catch(() => undefined)
}

export const config = {
  matcher: [
    '/answer',
    '/variants/:path*',
    '/confirm/:token/ask',
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
