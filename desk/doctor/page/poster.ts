import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ownPoster } from '../../../lib/video/own-poster.ts'
import { poster } from '../../../lib/video/poster.ts'
import { defaultVideoUrl } from '../../../supabase/functions/_shared/default-video.ts'
import { fault, ok, type Result } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'poster'
const remake = 'Make it again and build the site: npm run poster -- <video URL or image file>'
const publicFolder = fileURLToPath(new URL('../../../public', import.meta.url))

/** Whether the locked video has a picture: the operator's own, complete and in the page, or its host's thumbnail. */
export function checkPoster({ target, page }: Seen, folder = publicFolder): Result[] {
  const paths = Object.values(ownPoster)
  const missing = paths.filter((path) => !existsSync(folder + path))
  if (missing.length === paths.length) {
    return [
      poster(target.variables.VIDEO_URL ?? defaultVideoUrl, false).src
        ? ok(check, 'The thumbnail of the video host is shown; it contains the id of the video.')
        : ok(check, 'No picture is shown, but the placeholder.'),
    ]
  }
  if (missing.length > 0) {
    return [fault(check, `public lacks ${missing.join(' and ')}, so your own poster is not shown.`, remake)]
  }
  if (page.kind === 'page' && !page.html.includes(ownPoster.jpeg)) {
    return [fault(check, 'The page was built without your own poster.', 'Build and deploy the site again')]
  }
  return [ok(check, 'Your own poster is there; nothing in the locked page names the video.')]
}
