import { isLoopback } from '../../core/connect-database.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { shown } from '../target.ts'

const check = 'https'

/** Whether visitors reach the page by https alone. */
export async function checkHttps({ page, target }: Seen): Promise<Result[]> {
  if (page.kind !== 'page') return [unseen(check, 'The page did not come.')]
  const url = new URL(page.url)
  if (url.protocol === 'http:') {
    return isLoopback(page.url) && target.isLocal
      ? [unseen(check, 'The page of this machine is served without TLS.')]
      : [
          fault(
            check,
            'SITE_URL begins with http://, so names and phone numbers travel unencrypted.',
            'Use https://',
          ),
        ]
  }
  url.protocol = 'http:'
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  await answer?.body?.cancel()
  if (!answer) return [ok(check, 'The page is served by https alone.')]
  const place = URL.parse(answer.headers.get('location') ?? '', url)
  return [
    place?.protocol === 'https:'
      ? ok(check, 'http leads on to https.')
      : fault(
          check,
          `${shown(url.href)} answers without leading on to https.`,
          'Have the host redirect http to https',
        ),
  ]
}
