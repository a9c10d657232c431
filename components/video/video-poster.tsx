import type { Poster } from '@/lib/video/poster'

/** If the poster does not load, the loader shows the fallback, and then a placeholder. */
export function VideoPoster({ sources, src, fallback }: Omit<Poster, 'playerOrigin'>) {
  if (!src) return null
  return (
    <picture className="absolute size-full">
      {sources.map((source) => (
        <source key={source.srcSet} {...source} suppressHydrationWarning />
      ))}
      <img
        src={src}
        alt=""
        className="size-full object-cover"
        fetchPriority="high"
        data-poster={fallback ?? ''}
        suppressHydrationWarning
      />
    </picture>
  )
}
