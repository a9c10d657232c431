type RequestContext = { get?: () => { waitUntil?: (work: Promise<unknown>) => void } }

/**
 * Lets work go on after the answer. Vercel otherwise stops a function then (vercel/vercel 13a401a9,
 * packages/functions/src/get-context.ts); a server of one's own does not.
 */
export function finishLater(work: Promise<unknown>) {
  const context = (globalThis as Record<symbol, RequestContext | undefined>)[
    Symbol.for('@vercel/request-context')
  ]
  context?.get?.().waitUntil?.(work)
}
