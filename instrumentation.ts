/**
 * Next.js calls this when a server starts. It also compiles this file for the Edge runtime, which lacks half of what
 * `prepareServer` needs.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { prepareServer } = await import('./instrumentation-node')
  prepareServer()
}
