'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { SubmitLeadState, Unlocked } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/lib/site/copy'
import { dialogId } from './lead/dialog-id'
import { LeadDialog } from './lead/lead-dialog'
import { LeadForm } from './lead/lead-form'
import { dialogToaster, pageToaster } from './lead/use-lead-form'
import { Toaster } from './ui/sonner'
import { NextStep } from './video/next-step'
import { useBegin } from './video/use-begin'
import { useProgress } from './video/use-progress'
import { VideoBlock } from './video/video-block'

type TrainingGateProps = {
  /** The state at the first render. If the page answers a native post, this state is the result of the post. */
  state: SubmitLeadState
  /** More hidden fields of the form. */
  fields?: ReactNode
  poster: ReactNode
  /** What stands beside the form: the things that the visitor gets. */
  offer: ReactNode
  playerOrigin?: string
  children: ReactNode
}

/**
 * Locks the video until the form is submitted (spec 4), and again after a reload. The action returns the video's
 * address.
 */
export function TrainingGate({ state, fields, poster, offer, playerOrigin, children }: TrainingGateProps) {
  const [video, setVideo] = useState<Unlocked | null>(state.status === 'sent' ? state : null)
  const { isLate, onTime } = useProgress()
  useBegin(video?.beginToken)
  const dialog = useRef<HTMLDialogElement>(null)

  return (
    <>
      {state.status === 'sent' && (
        <p role="status" className="mb-4 type-lead">
          <strong>{toastCopy.success.title}</strong> {toastCopy.success.text}
        </p>
      )}
      <VideoBlock
        videoUrl={video?.videoUrl ?? ''}
        captions={video?.captions}
        canPlay={video !== null}
        onTime={onTime}
        onPlayClick={() => dialog.current?.open || dialog.current?.showModal()}
        poster={poster}
        dialogId={dialogId}
      >
        {children}
      </VideoBlock>
      {video ? (
        <NextStep isLate={isLate} />
      ) : (
        <LeadDialog ref={dialog} isOpen={state.status !== 'idle'} offer={offer} playerOrigin={playerOrigin}>
          <LeadForm state={state} onUnlock={setVideo}>
            {fields}
          </LeadForm>
          <Toaster id={dialogToaster} label={toastCopy.formLabel} />
        </LeadDialog>
      )}
      <Toaster id={pageToaster} label={toastCopy.pageLabel} />
    </>
  )
}
