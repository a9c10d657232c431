import type { Poster } from '@/lib/video/poster'

/** Shows the poster. If the poster does not load, the loader shows the fallback. If that fails too, a placeholder is shown. */
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
