import { type NextRequest, NextResponse } from 'next/server'
import { barePolicy, contentSecurityPolicy } from './build/policy'
import { buildOutput } from './lib/build-output'
import { oversizedFields } from './lib/lead/oversized-post'
import { postedFieldsHeader } from './lib/lead/posted-fields'
import { variantOfAnswer } from './lib/lead/read-variant'
import { staleFields } from './lib/lead/stale-post'
import { isFromThisSite } from './lib/server/is-from-this-site'

const { scriptHashes, styleHashes, posterVideo, actionSignatures } = buildOutput

/** As `bodySizeLimit` in next.config.mjs. */
const maxFormBytes = 16_384

/** The pages that answer a posted form in place of the action. */
const [stalePost, oversizedPost] = ['/stale-post', '/oversized-post']
/** Only a rewrite leads to them, and to the variants of the page. */
const hiddenPages = /^\/(?:stale-post|oversized-post|variants)(?:\/|$)/

/**
 * Gives the one answer that is not static, to a form posted natively, a policy of its own. The answer has the form's state
 * in inline scripts, which no build could hash, so a nonce allows them. A post from a page older than the deploy is
 * rewritten to app/stale-post, one that is too long to app/oversized-post, any other to the variant of the page from which it
 * comes, where variants are tried.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const isForm = /^multipart\/form-data/.test(request.headers.get('content-type') ?? '')
  if (isForm && request.method !== 'POST') {
    // No cache that stands in front knows that the answer depends on the content type.
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': barePolicy }
    return new NextResponse('A form must be posted.', { status: 400, headers })
  }
  if (!isForm || hiddenPages.test(request.nextUrl.pathname)) {
    return NextResponse.rewrite(new URL('/404', request.url), {
      headers: policyHeader(scriptHashes, styleHashes),
    })
  }

  const nonce = `'nonce-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}'`
  const policy = policyHeader([nonce, ...scriptHashes], [nonce, ...styleHashes])
  const headers = new Headers(request.headers)
  // Next reads the nonce for its tags from the request's policy.
  for (const [name, value] of Object.entries(policy)) headers.set(name, value)
  headers.delete(postedFieldsHeader)

  const bytes = await request.arrayBuffer()
  const isOversized = bytes.byteLength > maxFormBytes
  const form = isFromThisSite(request.headers) ? await readForm(request, bytes) : null
  const fields = isOversized ? oversizedFields(form) : form && staleFields(form, actionSignatures)
  if (fields === null) {
    const variant = form && variantOfAnswer(form)
    if (!variant) return NextResponse.next({ request: { headers }, headers: policy })
    // Not the one of the visitor's address, which may have changed: another page would not show what became of the form.
    request.nextUrl.searchParams.set('variant', variant)
    return NextResponse.rewrite(request.nextUrl, { request: { headers }, headers: policy })
  }

  headers.set(postedFieldsHeader, fields)
  // Not as a form, which Next would take for a call of an action.
  headers.set('Content-Type', 'text/plain')
  const [page, status] = isOversized ? [oversizedPost, 413] : [stalePost, 200]
  return NextResponse.rewrite(new URL(page, request.url), { request: { headers }, headers: policy, status })
}

/** Empty in development, which has no policy. */
const policyHeader = (scripts: string[], styles: string[]): Record<string, string> =>
  styleHashes.length > 0
    ? { 'Content-Security-Policy': contentSecurityPolicy(scripts, styles, posterVideo) }
    : {}

/** The form, or null when it cannot be read: Next answers that. */
function readForm({ headers }: NextRequest, body: ArrayBuffer): Promise<FormData | null> {
  const type = headers.get('content-type') ?? ''
  return new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => null)
}

export const config = {
  matcher: [
    '/stale-post',
    '/oversized-post',
    '/variants/:path*',
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
