type RequestContext = { get?: () => { waitUntil?: (work: Promise<unknown>) => void } }

/**
 * Lets work go on after the answer. Vercel stops a function after its answer unless it is told of such work
 * (vercel/vercel 13a401a9, packages/functions/src/get-context.ts). A server of its own goes on by itself.
 */
export function finishLater(work: Promise<unknown>) {
  const context = (globalThis as Record<symbol, RequestContext | undefined>)[
    Symbol.for('@vercel/request-context')
  ]
  context?.get?.().waitUntil?.(work)
}
