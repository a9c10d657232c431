import { lazy } from 'react'

let wake = () => {}

/**
 * The parts that no visitor needs before reaching for the video: form, toasts, player. The server renders them at
 * once; the browser fetches their code at the first sign of intent and keeps the server's HTML working until then.
 */
const parts = typeof window === 'undefined' ? load() : onIntent()

export const LeadForm = lazy(async () => ({ default: (await parts).LeadForm }))
export const PageToaster = lazy(async () => ({ default: (await parts).PageToaster }))
export const Player = lazy(async () => ({ default: (await parts).Player }))

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
