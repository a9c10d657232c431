'use client'

import { useEffect } from 'react'

/** Logs the path that led nowhere (spec 2). */
export function UnknownPath() {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it
    console.error('404: no page at', location.pathname)
  }, [])
  return null
}
