import { Activity, type ReactNode } from 'react'
import type { Poster } from '@/lib/video/poster'
import { OnIntent, signalIntent } from '../on-intent'
import { VideoPoster } from './video-poster'

type VideoBlockProps = {
  videoUrl: string
  onPlayClick: () => void
  canPlay?: boolean
  poster: Poster
  /** What the play button shows. */
  children: ReactNode
  /** The dialog that the play button opens by itself where no script has arrived yet. */
  dialogId: string
}

/**
 * The video (spec 2). Locked: poster, play button and prompt; a click only notifies the parent, which decides
 * whether to unlock. Unlocked: the player.
 */
export function VideoBlock({
  videoUrl,
  onPlayClick,
  canPlay = false,
  poster,
  dialogId,
  children,
}: VideoBlockProps) {
  return (
    <div className="video">
      {canPlay ? (
        <Activity>
          <OnIntent>{({ Player }) => <Player videoUrl={videoUrl} />}</OnIntent>
        </Activity>
      ) : (
        <>
          <VideoPoster {...poster} />
          <button
            type="button"
            className="play"
            command="show-modal"
            commandfor={dialogId}
            onClick={onPlayClick}
            onMouseEnter={signalIntent}
            onFocus={signalIntent}
          >
            {children}
          </button>
        </>
      )}
    </div>
  )
}
