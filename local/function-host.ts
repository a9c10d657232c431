// Runs the Edge Functions in Deno as the hosted runtime does: `EdgeRuntime`, and the first segment of the path names
// the function.

const [folder, port] = Deno.args
if (!folder || !port) throw new Error('usage: function-host.ts <folder url> <port>')

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
  const entry = new URL(`${name}/index.ts`, folder)
  const isFunction = await Deno.stat(entry).then(
    (stat) => stat.isFile,
    () => false,
  )
  if (isFunction) functions.set(name, (await import(entry.href)).default.fetch)
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
  // As the hosted runtime tells a function that it is about to end.
  dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'termination' } }))
  await server.shutdown()
  while (pending.size > 0) await Promise.all(pending)
  Deno.exit(0)
}

Deno.addSignalListener('SIGTERM', stop)

// Whoever started this holds the other end of stdin; even kill -9 closes it.
for await (const _ of Deno.stdin.readable);
await stop()
