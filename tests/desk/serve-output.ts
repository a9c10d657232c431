import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listen } from '../kit/listen.ts'

/**
 * Serves the output that desk/web/build-web.ts wrote into a folder, in the same way as Vercel. Sends its port, and how
 * long the function took to load, to the parent process, and then each time that the function goes on after an answer.
 * Source: the launcher of @vercel/node 5.9.9 (compileUserCode and createServerlessEventHandler in dist/dev-server.mjs).
 */
const [output = ''] = process.argv.slice(2)
const read = (file: string) => JSON.parse(readFileSync(join(output, file), 'utf8'))

type Route = { src?: string; dest?: string; handle?: string; headers?: Record<string, string> }
const { routes }: { routes: Route[] } = read('config.json')
const filesystem = routes.findIndex(({ handle }) => handle === 'filesystem')
const ways = (path: string, some: Route[]) => some.filter(({ src }) => new RegExp(`^${src}$`).test(path))

Object.defineProperty(globalThis, Symbol.for('@vercel/request-context'), {
  value: {
    get: () => ({ waitUntil: (work: Promise<unknown>) => work.finally(() => process.send?.('waited')) }),
  },
})
const begin = performance.now()
const [{ dest = '' } = {}] = ways('/', routes.slice(filesystem))
const folder = join('functions', `${dest}.func`)
const { handler } = read(join(folder, '.vc-config.json'))
const { default: answer } = await import(pathToFileURL(join(output, folder, handler)).href)
const loadedIn = performance.now() - begin

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://desk')
  const file = join(output, 'static', pathname)
  for (const { headers = {} } of ways(pathname, routes.slice(0, filesystem)))
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (pathname !== '/' && existsSync(file)) response.end(readFileSync(file))
  else answer(request, response)
})
process.send?.({ port: await listen(server), loadedIn })
