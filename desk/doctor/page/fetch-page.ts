import { failureCode } from '../../core/failure-code.ts'
import type { Target } from '../target.ts'

/** The landing page as a visitor gets it, or the code of why it did not come. */
export type PageAnswer =
  | { kind: 'page'; url: string; status: number; headers: Headers; html: string }
  | { kind: 'silent'; url: string; code: string }
  | { kind: 'none' }

/** Fetches the page; `none` when it has no address. Follows no redirect, since SITE_URL is to be the page itself. */
export async function fetchPage({ pageUrl }: Target): Promise<PageAnswer> {
  const url = URL.parse(pageUrl ?? '')?.href
  if (!url) return { kind: 'none' }
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(15_000) })
    const { status, headers } = response
    return { kind: 'page', url, status, headers, html: await response.text() }
  } catch (error) {
    return { kind: 'silent', url, code: failureCode(error) }
  }
}

/** The page, if it is one that the other checks can read. */
export const readable = (page: PageAnswer) => (page.kind === 'page' && page.status === 200 ? page : undefined)
