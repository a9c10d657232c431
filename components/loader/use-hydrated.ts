import { useLayoutEffect } from 'react'

/** This is told before the browser paints, also if React has built the page again. */
export function useHydrated(): void {
  useLayoutEffect(() => {
    document.dispatchEvent(new Event('training:hydrated'))
  }, [])
}
