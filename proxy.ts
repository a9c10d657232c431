import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './build/policy'
import { buildOutput } from './lib/build-output'
import { staleFields, stalePostHeader } from './lib/lead/stale-post'

const { scriptHashes, styleHashes, posterVideo, actionSignature } = buildOutput

/** The page that answers posts from older pages; a direct request for it is answered with 404. */
const stalePostPath = '/stale-post'
const maxFormBytes = 16_384

/**
 * Gives the one answer that is not static, to a form posted natively, a policy of its own. The answer has the form's state
 * in inline scripts, which no build could hash, so a nonce allows them. A post from a page older than the deploy is
 * rewritten to app/stale-post.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (request.nextUrl.pathname === stalePostPath) return NextResponse.rewrite(new URL('/404', request.url))

  const nonce = `'nonce-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')}'`
  // Next reads the nonce for its tags from the request's policy.
  const headers = new Headers(request.headers)
  const policy = contentSecurityPolicy([nonce, ...scriptHashes], [nonce, ...styleHashes], posterVideo)
  headers.set('Content-Security-Policy', policy)

  headers.delete(stalePostHeader)
  const fields = await stalePost(request)
  if (fields !== null) {
    headers.set(stalePostHeader, fields)
    // Not as a form, which Next would take for a call of an action.
    headers.set('Content-Type', 'text/plain')
  }
  const onward = { request: { headers } }
  const response =
    fields === null
      ? NextResponse.next(onward)
      : NextResponse.rewrite(new URL(stalePostPath, request.url), onward)
  if (styleHashes.length > 0) response.headers.set('Content-Security-Policy', policy)
  return response
}

/** The fields of a form posted from this site for an action that the build does not have, else null. */
async function stalePost(request: NextRequest): Promise<string | null> {
  const { headers } = request
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  const isOwn =
    URL.canParse(headers.get('origin') ?? '') && new URL(headers.get('origin') ?? '').host === host
  const isSmall = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= maxFormBytes
  if (!actionSignature || !isOwn || !isSmall) return null
  // A form that cannot be read is answered by Next.
  const form = await request.formData().catch(() => null)
  return form && staleFields(form, actionSignature)
}

export const config = {
  matcher: [
    '/stale-post',
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
