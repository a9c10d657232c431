// Serves Edge Functions as the hosted runtime does.

const [folder, port] = Deno.args as [folderUrl: string, port: string]

const pending = new Set<Promise<unknown>>()
Object.assign(globalThis, {
  EdgeRuntime: {
    waitUntil(work: Promise<unknown>) {
      const settled = Promise.resolve(work)
        .catch((error) => console.error(`background work failed: ${error?.name}`))
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
  },
})

type Handler = (request: Request) => Response | Promise<Response>
const functions = new Map<string, Handler>()
for (const { name } of Deno.readDirSync(new URL(folder))) {
  // Shared code: https://supabase.com/docs/guides/functions/quickstart
  if (name.startsWith('_')) continue
  functions.set(name, (await import(new URL(`${name}/index.ts`, folder).href)).default.fetch)
}

const server = Deno.serve({ hostname: '127.0.0.1', port: Number(port), onListen: () => {} }, (request) => {
  const name = new URL(request.url).pathname.split('/')[1] ?? ''
  return functions.get(name)?.(request) ?? Response.json({ message: 'Function not found' }, { status: 404 })
})

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => Deno.exit(1), 10_000)
  // As the hosted runtime before it ends the process.
  dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  await server.shutdown()
  while (pending.size > 0) await Promise.all(pending)
  Deno.exit(0)
}

Deno.addSignalListener('SIGTERM', stop)

// Stdin closes when the parent ends, even after kill -9.
for await (const _ of Deno.stdin.readable);
await stop()
