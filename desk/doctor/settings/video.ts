import { noVideo } from '../../../lib/env-schema.ts'
import { parseVideoSource } from '../../../lib/video/parse-video-source.ts'
import { defaultVideoUrl } from '../../../supabase/functions/_shared/default-video.ts'
import { fault, ok, type Result } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'video'
const kinds = { youtube: 'a video of YouTube', vimeo: 'a video of Vimeo', file: 'a file that browsers play' }

/** Whether VIDEO_URL stands for a video. Its value is not shown, since the locked page keeps it to itself. */
export function checkVideo({ target }: Seen): Result[] {
  const { VIDEO_URL } = target.variables
  if (VIDEO_URL === noVideo) return [ok(check, `VIDEO_URL says that there is no video (${noVideo}).`)]
  const { kind } = parseVideoSource(VIDEO_URL ?? defaultVideoUrl)
  if (kind !== 'none') {
    return [
      ok(
        check,
        VIDEO_URL ? `VIDEO_URL is ${kinds[kind]}.` : 'VIDEO_URL is not set, so the sample video plays.',
      ),
    ]
  }
  return [
    fault(
      check,
      VIDEO_URL
        ? 'VIDEO_URL names no single video of YouTube or Vimeo and no file, so visitors see no video.'
        : 'VIDEO_URL is empty, so visitors see no video.',
      'Set VIDEO_URL to the address of a YouTube or Vimeo video or of a file, and build the site again',
    ),
  ]
}
