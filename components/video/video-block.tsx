import type { MouseEvent, ReactNode } from 'react'
import { cn } from '@/lib/utils'
import type { Captions } from '@/lib/video/captions'
import type { ShownVideo } from '@/lib/video/shown-video'
import type { OnTime } from './follow-player'
import { Player } from './player'

type VideoBlockProps = Partial<ShownVideo> & {
  captions?: Captions
  onPlayClick?: () => void
  onTime: OnTime
  canPlay?: boolean
  poster: ReactNode
  children: ReactNode
  /** Without an id, the play button submits the form around it. */
  dialogId?: string
}

/** Spec 2. The locked video is a poster and a play button. */
export function VideoBlock({
  videoUrl = '',
  host,
  captions,
  onPlayClick,
  onTime,
  canPlay = false,
  poster,
  dialogId,
  children,
}: VideoBlockProps) {
  const onClick = (event: MouseEvent) => {
    // The browser would try to open the dialog, too, and log an error.
    event.preventDefault()
    onPlayClick?.()
  }
  return (
    <div
      className={cn(
        'relative grid aspect-video grid-cols-1 overflow-clip rounded-2xl bg-card ring-1 ring-border',
        canPlay && 'ring-4 ring-primary',
      )}
    >
      {/* Seen behind the host's player until that has loaded. */}
      {poster}
      {canPlay ? (
        <Player videoUrl={videoUrl} host={host} captions={captions} onTime={onTime} />
      ) : (
        <button
          className="relative grid place-content-center justify-items-center gap-4 rounded-2xl p-4 pb-8 sm:gap-5 focus-visible:inset-ring-5 focus-visible:inset-ring-foreground focus-visible:-outline-offset-8 focus-visible:outline-primary-foreground"
          {...(dialogId && {
            type: 'button',
            'data-play': '',
            command: 'show-modal',
            commandfor: dialogId,
            onClick,
          })}
        >
          {children}
        </button>
      )}
    </div>
  )
}
