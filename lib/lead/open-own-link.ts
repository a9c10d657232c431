import 'server-only'
import { captions, videoUrl } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import { callFunction } from './call-function'
import type { OwnLinkState } from './submit-lead-state'

/** Returns the video for a token of a visitor's own link, or undefined for an unknown one. Never throws. */
export async function openOwnLink(token: string, headers: Headers): Promise<OwnLinkState | undefined> {
  const answer = await callFunction('/watch', () => ({ body: { token } }))
  if ('body' in answer) {
    const isRefused = headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'
    const isMeasured = (answer.body as { status?: string }).status === 'measured' && !isRefused
    return { status: 'ownLink', videoUrl: videoUrl(), captions: captions(), isMeasured }
  }
  if (answer.code === 404) return undefined
  logFailure('video_not_opened', answer.code)
  return { status: 'ownLink', isUnavailable: true }
}

/** Tells the function how many percent of the video were watched. The operator decides whether this is stored. Never throws. */
export async function keepWatched(token: string, percent: number): Promise<void> {
  const answer = await callFunction('/watched', () => ({ body: { token, percent } }))
  if ('code' in answer && answer.code !== 404) logFailure('watching_not_kept', answer.code)
}
