'use client'

import type { ReactNode } from 'react'
import type { WatchLinkState } from '@/lib/lead/submit-lead-state'
import { watchCopy } from '@/site/copy'
import { useHydrated } from './loader/use-hydrated'
import { NextStep } from './video/next-step'
import { useProgress } from './video/use-progress'
import { useWatchLink } from './video/use-watch-link'
import { VideoBlock } from './video/video-block'

export type WatchGateProps = { state: WatchLinkState; poster: ReactNode; children: ReactNode }

/** The play button posts the link's token, and the server answers with the video. */
export function WatchGate({ state, poster, children }: WatchGateProps) {
  const { videoUrl, host, captions, nextStep, isMeasured, isUnavailable } = state
  const canPlay = videoUrl !== undefined
  const onTime = useProgress()
  useWatchLink(isMeasured)
  useHydrated()
  return (
    <>
      <form method="post" encType="multipart/form-data">
        <VideoBlock
          videoUrl={videoUrl}
          host={host}
          captions={captions}
          canPlay={canPlay}
          onTime={onTime}
          poster={poster}
        >
          {children}
        </VideoBlock>
      </form>
      <NextStep step={nextStep} />
      {isMeasured && <p className="mt-6 text-sm text-muted-foreground">{watchCopy.measured}</p>}
      {isUnavailable && (
        <p role="alert" className="mt-6 type-lead text-destructive">
          {watchCopy.unavailable}
        </p>
      )}
    </>
  )
}
