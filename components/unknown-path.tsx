'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Logs the path that led nowhere (spec 2). */
export function UnknownPath() {
  const path = usePathname()
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it
    console.error('404: no page at', path)
  }, [path])
  return null
}
