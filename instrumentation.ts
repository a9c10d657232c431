/**
 * Next.js calls this when a server starts. Next.js also compiles this file for the Edge runtime, where half of what
 * `prepareServer` needs does not exist.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { prepareServer } = await import('./lib/server/prepare-server')
  prepareServer()
}
