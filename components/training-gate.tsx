'use client'

import { Activity, type ReactNode, useActionState, useEffect, useMemo, useRef, useState } from 'react'
import { submitLead } from '@/app/actions'
import type { Poster } from '@/lib/video/poster'
import { LeadDialog } from './lead/lead-dialog'
import { OnIntent, prefetchParts } from './on-intent'
import { VideoBlock } from './video/video-block'

const dialogId = 'lead-dialog'

/**
 * The gate (spec 4) around the play button's content: locked until a lead is stored, in page state only.
 * It knows the poster, never the video's
 * address: the server action hands that over.
 */
export function TrainingGate({ poster, children }: { poster: Poster; children: ReactNode }) {
  const [state, formAction] = useActionState(submitLead, { status: 'idle' })
  const [videoUrl, setVideoUrl] = useState(state.status === 'sent' ? state.videoUrl : null)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(prefetchParts, [])

  // These elements must stay the same until their code has arrived, or React drops the server's HTML and what was typed.
  const panel = useMemo(
    () => (
      <Activity>
        <OnIntent>
          {({ LeadPanel }) => <LeadPanel {...{ state, formAction, dialog, poster }} onUnlock={setVideoUrl} />}
        </OnIntent>
      </Activity>
    ),
    [state, formAction, poster],
  )
  const notices = useMemo(
    () => (
      <Activity>
        <OnIntent>{({ Notices }) => <Notices status={state.status} />}</OnIntent>
      </Activity>
    ),
    [state],
  )

  const openDialog = () => {
    // The button may have opened it without us.
    if (!dialog.current?.open) dialog.current?.showModal()
  }

  return (
    <div className="-mx-2 max-w-5xl sm:mx-auto">
      <VideoBlock
        videoUrl={videoUrl ?? ''}
        canPlay={videoUrl !== null}
        onPlayClick={openDialog}
        poster={poster}
        dialogId={dialogId}
      >
        {children}
      </VideoBlock>
      {videoUrl === null && (
        <LeadDialog ref={dialog} id={dialogId} reopen={state.status !== 'idle'}>
          {panel}
        </LeadDialog>
      )}
      {notices}
    </div>
  )
}
