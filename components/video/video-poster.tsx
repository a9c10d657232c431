import type { Poster } from '@/lib/video/poster'

/** The poster. If the host lacks it, the loader shows the fallback, then the placeholder behind it. */
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
