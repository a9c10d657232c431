import 'server-only'
import { captions, videoUrl } from '@/lib/env'
import { shownVideo } from '@/lib/video/shown-video'
import { callByToken } from './call-function'
import { refusesTracking } from './refuses-tracking'
import { nextStepOf } from './send-lead'
import type { SubmitLeadState, WatchLinkState } from './submit-lead-state'

/** The form for an unknown token. Never throws. */
export async function openWatchLink(
  token: string,
  headers: Headers,
): Promise<WatchLinkState | SubmitLeadState> {
  const { outcome, body } = await callByToken('/watch', token, 'video_not_opened')
  if (outcome === 'unknown') return { status: 'unknownLink' }
  if (outcome === 'unavailable') return { status: 'watchLink', isUnavailable: true }
  const isMeasured = (body as { status?: string }).status === 'measured' && !refusesTracking(headers)
  return {
    status: 'watchLink',
    ...shownVideo(videoUrl()),
    captions: captions(),
    nextStep: nextStepOf(body),
    isMeasured,
  }
}
