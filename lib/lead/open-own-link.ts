import 'server-only'
import { captions, videoUrl } from '@/lib/env'
import { logFailure } from '@/lib/server/log-failure'
import { callFunction } from './call-function'
import type { OwnLinkState } from './submit-lead-state'

/** Returns the video for a token of a visitor's own link, or undefined for an unknown one. Never throws. */
export async function openOwnLink(token: string): Promise<OwnLinkState | undefined> {
  const answer = await callFunction('/watch', () => ({ body: { token } }))
  if ('body' in answer) return { status: 'ownLink', videoUrl: videoUrl(), captions: captions() }
  if (answer.code === 404) return undefined
  logFailure('video_not_opened', answer.code)
  return { status: 'ownLink', isUnavailable: true }
}
