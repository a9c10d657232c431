import { securityHeaders } from '../../../build/headers.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { readable } from './fetch-page.ts'

const check = 'headers'

/** Whether the page comes with the other security headers of these sources. */
export function checkHeaders({ page }: Seen): Result[] {
  const seen = readable(page)
  if (!seen) return [unseen(check, 'The page did not come.')]
  const everywhere = securityHeaders([], [], '', false)[0]?.headers ?? []
  const missing = everywhere.filter(({ key, value }) => seen.headers.get(key) !== value)
  if (missing.length === 0)
    return [ok(check, 'Strict-Transport-Security, nosniff and the other headers are there.')]
  return missing.map(({ key, value }) =>
    fault(
      check,
      `The page comes without the header ${key}: ${value}.`,
      'Let no proxy or CDN remove or change it',
    ),
  )
}
