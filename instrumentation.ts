/** Next.js calls this when a server starts. It compiles this file for Edge too, where half of what follows is missing. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { prepareServer } = await import('./instrumentation-node')
  prepareServer()
}
