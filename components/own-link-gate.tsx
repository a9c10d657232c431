'use client'

import type { ReactNode } from 'react'
import type { OwnLinkState } from '@/lib/lead/submit-lead-state'
import { ownLinkCopy } from '@/lib/site/copy'
import { NextStep } from './video/next-step'
import { useOwnLink } from './video/use-own-link'
import { useProgress } from './video/use-progress'
import { VideoBlock } from './video/video-block'

type OwnLinkGateProps = { state: OwnLinkState; poster: ReactNode; children: ReactNode }

/**
 * The gate on the page that a visitor's own link opens. The play button posts the token from the link, and the server
 * answers with the video.
 */
export function OwnLinkGate({ state, poster, children }: OwnLinkGateProps) {
  const { videoUrl, captions, isMeasured, isUnavailable } = state
  const canPlay = videoUrl !== undefined
  const { isLate, onTime } = useProgress()
  useOwnLink(isMeasured)
  return (
    <>
      <form method="post" encType="multipart/form-data">
        <VideoBlock
          videoUrl={videoUrl ?? ''}
          captions={captions}
          canPlay={canPlay}
          onTime={onTime}
          poster={poster}
        >
          {children}
        </VideoBlock>
      </form>
      {canPlay && <NextStep isLate={isLate} />}
      {isMeasured && <p className="mt-6 text-sm text-muted-foreground">{ownLinkCopy.measured}</p>}
      {isUnavailable && (
        <p role="alert" className="mt-6 type-lead text-destructive">
          {ownLinkCopy.unavailable}
        </p>
      )}
    </>
  )
}
