import type { Poster } from '@/lib/video/poster'

/** The poster. If the picture is missing, the loader shows the fallback. If that is missing too, it shows the placeholder. */
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
