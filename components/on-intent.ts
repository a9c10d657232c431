import { lazy } from 'react'
import { whenIdle } from '@/lib/when-idle'

/** The files that the import below loads, once the page is built (lib/intent-files.ts); empty in development. */
declare const INTENT_FILES: string

let wake = () => {}

const parts = typeof window === 'undefined' ? load() : onIntent()

/**
 * Gives a render function the parts that no visitor needs before reaching for the video. The server renders them at
 * once; the browser fetches their code at the first sign of intent and keeps the server's HTML working until then.
 * Without that HTML there is nothing to reach for: links to the page are full loads, never `next/link`.
 */
export const OnIntent = lazy(() => parts)

/** Tells that the visitor is about to open or fill in the form. What the same act puts on the screen goes first. */
export function signalIntent(): void {
  whenIdle(() => wake())
}

/**
 * Brings the code into the browser's cache once the page is loaded and idle, so that the first tap fetches nothing.
 * It runs no sooner for that. Visitors who save data fetch it at the first sign of intent.
 */
export function prefetchParts(): void {
  const { connection } = navigator as { connection?: { saveData: boolean } }
  if (connection?.saveData || !INTENT_FILES) return
  if (document.readyState === 'complete') whenIdle(fetchParts)
  else addEventListener('load', () => whenIdle(fetchParts), { once: true })
}

function fetchParts() {
  // Like the scripts that are here already, whatever the host puts before and behind their names.
  const known = document.querySelector<HTMLScriptElement>('script[src*="static/chunks/"]')?.src ?? ''
  for (const file of INTENT_FILES.split(' '))
    fetch(known.replace(/static\/chunks\/[^?]+/, file), { priority: 'low' }).catch(() => {})
}

// Never rejects: a part that fails to load would take the page down with it, and the native form works without.
async function onIntent(): ReturnType<typeof load> {
  for (;;) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    try {
      return await load()
    } catch {
      // The next intent tries again.
    }
  }
}

function load() {
  return import('./intent-parts')
}
