'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { GateProps, Video } from '@/lib/lead/submit-lead-state'
import { ownLinkCopy, toastCopy } from '@/lib/site/copy'
import { stepsUntil } from '@/lib/video/measure-quarters'
import { dialogId } from './lead/dialog-id'
import { LeadDialog } from './lead/lead-dialog'
import { LeadForm } from './lead/lead-form'
import { dialogToaster, pageToaster } from './lead/use-lead-form'
import { Toaster } from './ui/sonner'
import { NextStep } from './video/next-step'
import { useOwnLink } from './video/use-own-link'
import { useProgress } from './video/use-progress'
import { VideoBlock } from './video/video-block'

type TrainingGateProps = GateProps & {
  poster: ReactNode
  playerOrigin?: string
  children: ReactNode
}

const isUnlocked = (state: GateProps['state']): state is GateProps['state'] & Video => 'videoUrl' in state

/**
 * Locks the video until the form is submitted (spec 4), and again after a reload. The action returns the video's
 * address.
 */
export function TrainingGate({
  submitLead,
  state,
  fields,
  poster,
  playerOrigin,
  children,
}: TrainingGateProps) {
  const [video, setVideo] = useState<Video | null>(isUnlocked(state) ? state : null)
  const { quarter, isLate, onTime } = useProgress()
  const dialog = useRef<HTMLDialogElement>(null)
  const isOwnLink = state.status === 'ownLink'
  const isMeasured = isOwnLink && state.isMeasured
  useOwnLink(isOwnLink, isMeasured)
  const block = (
    <VideoBlock
      videoUrl={video?.videoUrl ?? ''}
      captions={video?.captions}
      canPlay={video !== null}
      onTime={onTime}
      onPlayClick={() => dialog.current?.open || dialog.current?.showModal()}
      poster={poster}
      dialogId={isOwnLink ? undefined : dialogId}
    >
      {children}
    </VideoBlock>
  )

  return (
    <div className="-mx-2 sm:mx-auto sm:max-w-gate">
      {quarter > 0 && <i key={quarter} hidden data-step={stepsUntil(quarter)} />}
      {isOwnLink ? (
        <form method="post" encType="multipart/form-data">
          {block}
        </form>
      ) : (
        block
      )}
      {video && <NextStep isLate={isLate} />}
      {isMeasured && <p className="mt-6 text-sm text-muted-foreground">{ownLinkCopy.measured}</p>}
      {isOwnLink && state.isUnavailable && (
        <p role="alert" className="mt-6 text-lead text-destructive">
          {ownLinkCopy.unavailable}
        </p>
      )}
      {video === null && !isOwnLink && (
        <LeadDialog ref={dialog} isOpen={state.status !== 'idle'} playerOrigin={playerOrigin}>
          <LeadForm submitLead={submitLead} state={state} onUnlock={setVideo}>
            {fields}
          </LeadForm>
          <Toaster id={dialogToaster} label="Form notifications" />
        </LeadDialog>
      )}
      {state.status === 'sent' && (
        <p role="status" className="mt-6 text-lead">
          <strong>{toastCopy.success.title}</strong> {toastCopy.success.text}
        </p>
      )}
      <Toaster id={pageToaster} label="Page notifications" />
    </div>
  )
}
