import { useLayoutEffect } from 'react'

/**
 * Tells the loader that React has hydrated the page, or that it has built the page anew. This is told before the
 * browser paints.
 */
export function useHydrated(): void {
  useLayoutEffect(() => {
    document.dispatchEvent(new Event('training:hydrated'))
  }, [])
}
