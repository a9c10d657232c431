import type { MouseEvent, ReactNode } from 'react'
import type { FunnelEvent } from '@/lib/funnel/funnel-event'
import type { Captions } from '@/lib/video/captions'
import { Player } from './player'

const step: FunnelEvent = 'unlocked'

type VideoBlockProps = {
  videoUrl: string
  captions?: Captions
  onPlayClick: () => void
  canPlay?: boolean
  poster: ReactNode
  /** What the play button shows. */
  children: ReactNode
  /** The id of the dialog, which the browser opens without React as well. */
  dialogId: string
}

/**
 * The video (spec 2). Locked: poster, play button and prompt; a click only notifies the parent, which decides
 * whether to unlock. Unlocked: the player.
 */
export function VideoBlock({
  videoUrl,
  captions,
  onPlayClick,
  canPlay = false,
  poster,
  dialogId,
  children,
}: VideoBlockProps) {
  const onClick = (event: MouseEvent) => {
    // Otherwise the browser opens the dialog as well and logs an error.
    event.preventDefault()
    onPlayClick()
  }
  return (
    <div className="video" data-step={canPlay ? step : undefined}>
      {canPlay ? (
        <Player videoUrl={videoUrl} captions={captions} />
      ) : (
        <>
          {poster}
          <button
            type="button"
            className="play"
            data-play=""
            command="show-modal"
            commandfor={dialogId}
            onClick={onClick}
          >
            {children}
          </button>
        </>
      )}
    </div>
  )
}
