import { Activity } from 'react'
import type { Poster } from '@/lib/video/poster'
import { videoCopy } from '@/supabase/functions/_shared/site'
import { Player, signalIntent } from '../on-intent'
import { VideoPoster } from './video-poster'

type VideoBlockProps = {
  videoUrl: string
  onPlayClick: () => void
  canPlay?: boolean
  poster: Poster
  /** The dialog that the play button opens by itself where no script has arrived yet. */
  dialogId: string
}

/**
 * The video (spec 2). Locked: poster, play button and prompt; a click only notifies the parent, which decides
 * whether to unlock. Unlocked: the player.
 */
export function VideoBlock({ videoUrl, onPlayClick, canPlay = false, poster, dialogId }: VideoBlockProps) {
  return (
    <div className="video-frame relative aspect-video overflow-hidden rounded-2xl bg-raised sm:rounded-3xl">
      {canPlay ? (
        <Activity>
          <Player videoUrl={videoUrl} />
        </Activity>
      ) : (
        <>
          <VideoPoster {...poster} />
          <button
            type="button"
            command="show-modal"
            commandfor={dialogId}
            onClick={onPlayClick}
            onPointerEnter={signalIntent}
            onTouchStart={signalIntent}
            onFocus={signalIntent}
            className="play absolute inset-0 grid w-full cursor-pointer place-content-center justify-items-center gap-3 sm:gap-6 noscript:hidden"
          >
            <span className="play-disc grid size-18 place-content-center rounded-full bg-accent text-ink sm:size-28">
              <svg viewBox="0 0 24 24" aria-hidden="true" className="ml-[8%] size-9 fill-current sm:size-13">
                <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
              </svg>
            </span>
            <span className="rounded-full bg-ink/85 px-4 py-2 font-semibold text-paper sm:px-5 sm:py-2.5 sm:text-lg">
              {videoCopy.prompt}
            </span>
          </button>
        </>
      )}
    </div>
  )
}
