import type { Poster } from '@/lib/video/poster'

/**
 * The poster picture. Where the host lacks it, the loader (components/loader) steps down to the fallback, then to the
 * placeholder behind it, possibly before hydration.
 */
export function VideoPoster({ sources, src, fallback }: Omit<Poster, 'playerOrigin'>) {
  if (!src) return null
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.srcSet} {...source} suppressHydrationWarning />
      ))}
      <img
        src={src}
        alt=""
        fetchPriority="high"
        data-poster=""
        data-fallback={fallback}
        suppressHydrationWarning
      />
    </picture>
  )
}
