import { type SyntheticEvent, useCallback, useState } from 'react'
import type { Poster } from '@/lib/video/poster'

/** A host that lacks a picture answers with one of this width, in grey. */
const missingWidth = 120

/** The poster picture; steps down to its fallback, then to the placeholder behind it. */
export function VideoPoster({ sources, src, fallback }: Poster) {
  const [rung, setRung] = useState(0)
  const current = [src, fallback][rung]
  const check = useCallback((image: HTMLImageElement | null) => {
    // It may have loaded, or failed, before React listened.
    if (image?.complete && image.naturalWidth <= missingWidth) setRung((at) => at + 1)
  }, [])
  if (!current) return null

  const onSettled = (event: SyntheticEvent<HTMLImageElement>) => check(event.currentTarget)
  return (
    <picture key={rung}>
      {rung === 0 && sources.map((source) => <source key={source.srcSet} {...source} />)}
      <img ref={check} src={current} alt="" fetchPriority="high" onLoad={onSettled} onError={onSettled} />
    </picture>
  )
}
