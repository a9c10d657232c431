import type { Poster } from '@/lib/video/poster'

/** Shows the poster. If it is missing, the loader shows the fallback. If the fallback is missing, it shows a placeholder. */
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
        data-fallback={fallback}
        suppressHydrationWarning
      />
    </picture>
  )
}
