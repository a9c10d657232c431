import { defaultVideoUrl } from '../../../supabase/functions/_shared/default-video.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import { health, type Seen } from '../seen.ts'
import { shown } from '../target.ts'

const page = 'same SITE_URL'
const video = 'same VIDEO_URL'

/** Whether site and function work with the same page and the same video. */
export function checkSameAddresses(seen: Seen): Result[] {
  const { target } = seen
  const told = health(seen)
  if (!told) return [page, video].map((check) => unseen(check, 'The function did not tell.'))

  const site = URL.parse(target.siteUrl ?? '')?.href
  const mailed = URL.parse(told.siteUrl ?? '')?.href
  const siteUrl =
    !site || !mailed
      ? unseen(page, 'SITE_URL is not set on both sides.')
      : site === mailed
        ? ok(page, 'SITE_URL is the same on the site and in the function.')
        : fault(
            page,
            `SITE_URL is ${shown(site)} on the site, but ${shown(mailed)} in the function.`,
            'Give both the public address of the page',
          )
  // Not shown: the locked page keeps the video's address to itself.
  const videoUrl = [target.variables.VIDEO_URL, told.videoUrl].map((url) => (url ?? defaultVideoUrl).trim())
  return [
    siteUrl,
    videoUrl[0] === videoUrl[1]
      ? ok(video, 'VIDEO_URL is the same on the site and in the function.')
      : fault(
          video,
          'VIDEO_URL of the site differs from VIDEO_URL of the function, so page and mail show different videos.',
          'Give both the same address, and build the site again',
        ),
  ]
}
