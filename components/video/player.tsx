import { type Ref, useEffect, useRef, useState } from 'react'
import type { Captions } from '@/lib/video/captions'
import { players } from '@/lib/video/hosts/players'
import type { ShownVideo } from '@/lib/video/shown-video'
import { playerCopy, unlockedCopy } from '@/site/copy'
import { followPlayer, type OnTime } from './follow-player'

const fill = 'absolute size-full'

type PlayerProps = ShownVideo & { captions?: Captions; onTime: OnTime }

/** Spec 2. Gets the keyboard focus. */
export function Player({ videoUrl, host, captions, onTime }: PlayerProps) {
  const player = useRef<HTMLElement>(null)
  useEffect(() => player.current?.focus(), [])
  useEffect(() => followPlayer(player.current, host && players[host], onTime), [host, onTime])
  const [isBroken, setIsBroken] = useState(false)
  // After a native post, the video may fail before React listens.
  useEffect(() => setIsBroken(!!(player.current as HTMLVideoElement | null)?.error), [])

  if (!videoUrl) {
    return (
      <p
        ref={player as Ref<HTMLParagraphElement>}
        tabIndex={-1}
        className="relative grid place-content-center bg-card type-lead"
      >
        {playerCopy.missing}
      </p>
    )
  }
  if (!host) {
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: if the operator sets no captions, the picture has to show the words */}
        <video
          ref={player as Ref<HTMLVideoElement>}
          crossOrigin={captions?.crossOrigin}
          src={videoUrl}
          aria-label={playerCopy.title}
          controls
          playsInline
          onError={() => setIsBroken(true)}
          onLoadedMetadata={() => setIsBroken(false)}
          className={`${fill} bg-card`}
        >
          {captions?.tracks.map((track) => (
            <track key={track.src} kind="captions" {...track} />
          ))}
          {playerCopy.unsupported}
        </video>
        {isBroken && (
          <p
            role="alert"
            className="pointer-events-none relative m-4 place-self-start rounded-md bg-card p-2"
          >
            {unlockedCopy.failed}
          </p>
        )}
      </>
    )
  }
  return (
    // Has the focus, so that the next Tab enters the player, whose controls the page cannot reach.
    <section ref={player} tabIndex={-1} aria-label={playerCopy.title} className={fill}>
      <iframe
        className={fill}
        src={videoUrl}
        title={playerCopy.title}
        allow="clipboard-write; encrypted-media; fullscreen; picture-in-picture"
        // YouTube plays nothing without a referrer (its error 153).
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </section>
  )
}
