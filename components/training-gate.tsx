'use client'

import { Activity, startTransition, useActionState, useCallback, useMemo, useRef, useState } from 'react'
import { submitLead } from '@/app/actions'
import type { Poster } from '@/lib/video/poster'
import { toastCopy } from '@/supabase/functions/_shared/site'
import { LeadDialog } from './lead/lead-dialog'
import { LeadForm, PageToaster, signalIntent } from './on-intent'
import { VideoBlock } from './video/video-block'

const dialogId = 'lead-dialog'
const pageToaster = (
  <Activity>
    <PageToaster />
  </Activity>
)

/**
 * The gate (spec 4): locked until a lead is stored, in page state only. It knows the poster, never the video's
 * address: the server action hands that over.
 */
export function TrainingGate({ poster }: { poster: Poster }) {
  const [state, formAction] = useActionState(submitLead, { status: 'idle' })
  const [videoUrl, setVideoUrl] = useState(state.status === 'sent' ? state.videoUrl : null)
  const dialog = useRef<HTMLDialogElement>(null)
  const unlock = useCallback((url: string) => startTransition(() => setVideoUrl(url)), [])

  // On a soft navigation there is no server HTML to show meanwhile, and nothing a visitor could reach for.
  useState(() => typeof window !== 'undefined' && !document.getElementById(dialogId) && signalIntent())

  // The element must stay the same until its code has arrived, or React drops the server's HTML and what was typed.
  const form = useMemo(
    () => (
      <Activity>
        <LeadForm state={state} formAction={formAction} onUnlock={unlock} />
      </Activity>
    ),
    [state, formAction, unlock],
  )

  const openDialog = () => {
    if (!('command' in HTMLButtonElement.prototype)) dialog.current?.showModal()
  }

  return (
    <div className="-mx-2 mt-10 max-w-5xl sm:mx-auto sm:mt-14">
      <VideoBlock
        videoUrl={videoUrl ?? ''}
        canPlay={videoUrl !== null}
        onPlayClick={openDialog}
        poster={poster}
        dialogId={dialogId}
      />
      {state.status === 'sent' && (
        <p role="status" className="mt-6 text-balance text-lead">
          <strong>{toastCopy.success.title}</strong> {toastCopy.success.text}
        </p>
      )}
      {videoUrl === null && (
        <LeadDialog
          ref={dialog}
          id={dialogId}
          reopen={state.status !== 'idle'}
          playerOrigin={poster.playerOrigin}
        >
          {form}
        </LeadDialog>
      )}
      {pageToaster}
    </div>
  )
}
