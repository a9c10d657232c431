import { lazy } from 'react'

let wake = () => {}

const parts = typeof window === 'undefined' ? load() : onIntent()

/**
 * Gives a render function the parts that no visitor needs before reaching for the video. The server renders them at
 * once; the browser fetches their code at the first sign of intent and keeps the server's HTML working until then.
 * Without that HTML there is nothing to reach for: links to the page are full loads, never `next/link`.
 */
export const OnIntent = lazy(() => parts)

/** Tells that the visitor is about to open or fill in the form. */
export function signalIntent(): void {
  wake()
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
