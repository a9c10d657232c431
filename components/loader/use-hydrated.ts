import { useLayoutEffect } from 'react'

/** Fires before paint, even if React has built the page again. */
export function useHydrated(): void {
  useLayoutEffect(() => {
    document.dispatchEvent(new Event('training:hydrated'))
  }, [])
}
