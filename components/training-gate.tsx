'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { SubmitLeadState, Unlocked as UnlockedVideo } from '@/lib/lead/submit-lead-state'
import { toastCopy, unlockedCopy } from '@/site/copy'
import { dialogId } from './lead/dialog-id'
import { LeadDialog } from './lead/lead-dialog'
import { LeadForm } from './lead/lead-form'
import { dialogToaster, pageToaster } from './lead/use-lead-form'
import { useHydrated } from './loader/use-hydrated'
import { Toaster } from './ui/sonner'
import { Unlocked } from './video/unlocked'
import { useBegin } from './video/use-begin'
import { useProgress } from './video/use-progress'
import { VideoBlock } from './video/video-block'
import { videoId } from './video/video-id'

type TrainingGateProps = {
  /** At the first render: after a native post, its result. */
  state: SubmitLeadState
  fields?: ReactNode
  poster: ReactNode
  /** Beside the form. */
  offer: ReactNode
  /** Below the form's button. Given here, because the scripts would otherwise hold all of `trustCopy`. */
  privacy?: string
  playerOrigin?: string
  children: ReactNode
}

/** Spec 4. A reload locks the video. The server action returns its address. */
export function TrainingGate({
  state,
  fields,
  poster,
  offer,
  privacy,
  playerOrigin,
  children,
}: TrainingGateProps) {
  const [video, setVideo] = useState<UnlockedVideo | null>(state.status === 'sent' ? state : null)
  const onTime = useProgress()
  useBegin(video?.beginToken)
  useHydrated()
  const dialog = useRef<HTMLDialogElement>(null)

  return (
    <>
      {state.status === 'sent' && (
        <p role="status" className="mb-4 px-2 type-lead sm:px-0">
          <strong>{toastCopy.success.title}</strong> {toastCopy.success.text}
        </p>
      )}
      <div id={videoId} className="relative">
        {video && (
          <strong className="absolute -top-5 left-5 rounded-t-md bg-primary px-3 pb-1 text-sm/4 font-extrabold text-primary-foreground">
            {unlockedCopy.title}
          </strong>
        )}
        <VideoBlock
          videoUrl={video?.videoUrl}
          host={video?.host}
          captions={video?.captions}
          canPlay={video !== null}
          onTime={onTime}
          onPlayClick={() => dialog.current?.open || dialog.current?.showModal()}
          poster={poster}
          dialogId={dialogId}
        >
          {children}
        </VideoBlock>
      </div>
      {video ? (
        <Unlocked nextStep={video.nextStep} />
      ) : (
        <LeadDialog ref={dialog} isOpen={state.status !== 'idle'} offer={offer} playerOrigin={playerOrigin}>
          <LeadForm state={state} onUnlock={setVideo} privacy={privacy}>
            {fields}
          </LeadForm>
          <Toaster
            id={dialogToaster}
            label={toastCopy.formLabel}
            position="top-left"
            className="toasts-of-dialog"
          />
        </LeadDialog>
      )}
      <Toaster id={pageToaster} label={toastCopy.pageLabel} position="top-right" className="toasts-of-page" />
    </>
  )
}
