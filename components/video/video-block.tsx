import type { MouseEvent, ReactNode } from 'react'
import { Player } from './player'

type VideoBlockProps = {
  videoUrl: string
  onPlayClick: () => void
  canPlay?: boolean
  poster: ReactNode
  /** What the play button shows. */
  children: ReactNode
  /** The dialog that the play button opens by itself until React listens. */
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
  const onClick = (event: MouseEvent) => {
    // Or the browser opens the dialog as well, and says so in the console.
    event.preventDefault()
    onPlayClick()
  }
  return (
    <div className="video">
      {canPlay ? (
        <Player videoUrl={videoUrl} />
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
