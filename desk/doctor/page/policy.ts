import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inlineHashes } from '../../../build/inline-hashes.ts'
import { contentSecurityPolicy } from '../../../build/policy.ts'
import { defaultVideoUrl } from '../../../supabase/functions/_shared/default-video.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'
import { readable } from './fetch-page.ts'

const check = 'policy'
const rebuild =
  'Build and deploy again with npm run build; let no proxy or CDN change the HTML or this header'

/** Whether the page comes with the policy of these sources, which allows everything inline in it and nothing else. */
export async function checkPolicy({ page, target }: Seen): Promise<Result[]> {
  const seen = readable(page)
  if (!seen) return [unseen(check, 'The page did not come.')]
  const served = seen.headers.get('content-security-policy')
  if (!served) return [fault(check, 'The page comes without a Content-Security-Policy.', rebuild)]

  const { scripts, styles } = await hashesOf(seen.html)
  const directives = parse(served)
  const blocked = [
    ['scripts', 'script-src', scripts],
    ['styles', 'style-src', styles],
  ] as const
  const results = blocked.flatMap(([what, directive, hashes]) => {
    const missing = hashes.filter((hash) => !directives.get(directive)?.includes(hash))
    const sentence = `The policy blocks ${missing.length} of the ${hashes.length} inline ${what} of the page.`
    return missing.length > 0 ? [fault(check, sentence, rebuild)] : []
  })

  // A page with the operator's own poster needs no host for it.
  const allowed = [target.variables.VIDEO_URL ?? defaultVideoUrl, ''].map((videoUrl) =>
    parse(contentSecurityPolicy([], [], videoUrl)),
  )
  const names = [...new Set([...allowed.flatMap((policy) => [...policy.keys()]), ...directives.keys()])]
  const other = names.filter((name) => !/^(script|style)-src$/.test(name))
  const changed = other.filter((name) => !allowed.some((policy) => policy.get(name) === directives.get(name)))
  if (changed.length > 0) {
    results.push(
      fault(
        check,
        `The policy is not the one of these sources and VIDEO_URL: ${changed.join(', ')}.`,
        rebuild,
      ),
    )
  }
  return results.length > 0
    ? results
    : [ok(check, 'The policy allows what is inline in the page, and nothing else.')]
}

const parse = (policy: string) =>
  new Map(policy.split(';').map((text) => [text.trim().split(' ', 1)[0] ?? '', text.trim()]))

// The build reads pages from its folder, so the page is put into one.
async function hashesOf(html: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'doctor-'))
  try {
    await mkdir(path.join(folder, 'server/app'), { recursive: true })
    await writeFile(path.join(folder, 'server/app/index.html'), html)
    return inlineHashes(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
