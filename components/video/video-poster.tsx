import { type SyntheticEvent, useCallback, useState } from 'react'
import type { Poster } from '@/lib/video/poster'

/** A host that lacks a picture answers with this many pixels of grey. */
const missingWidth = 120

/** The poster picture; steps down to its fallback, then to the placeholder behind it. */
export function VideoPoster({ sources, src, fallback, imageOrigin }: Poster) {
  const [rung, setRung] = useState(0)
  const current = [src, fallback][rung]
  const check = useCallback((image: HTMLImageElement | null) => {
    // It may have loaded, or failed, before React listened.
    if (image?.complete && image.naturalWidth <= missingWidth) setRung((at) => at + 1)
  }, [])
  if (!current) return null

  const onSettled = (event: SyntheticEvent<HTMLImageElement>) => check(event.currentTarget)
  return (
    <>
      {imageOrigin && <link rel="preconnect" href={imageOrigin} />}
      <picture key={rung}>
        {rung === 0 && sources.map((source) => <source key={source.srcSet} {...source} />)}
        <img
          ref={check}
          src={current}
          alt=""
          width="1280"
          height="720"
          fetchPriority="high"
          decoding="async"
          onLoad={onSettled}
          onError={onSettled}
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </>
  )
}
