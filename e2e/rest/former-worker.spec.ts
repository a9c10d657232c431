import { createServer, request as send } from 'node:http'
import { listen } from '../../tests/kit/listen.ts'
import { siteUrl } from '../settings.ts'
import { expect, test } from '../test.ts'

const formerPage = (name: string) =>
  `<h1>Former site</h1><script>navigator.serviceWorker.register('/${name}')</script>`
/** Answers from its cache first, as those of Gatsby and create-react-app do. */
const formerWorker = `
  const page = () => new Response('<h1>Former site</h1>', { headers: { 'content-type': 'text/html' } })
  addEventListener('install', (event) => {
    skipWaiting()
    event.waitUntil(caches.open('former').then((cache) => cache.put('/', page())))
  })
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(caches.match('/'))
  })`

for (const name of ['sw.js', 'service-worker.js'])
  test(`the worker ${name} of a site that the domain had before ends at the first visit`, async ({
    page,
  }) => {
    let isFormer = true
    const server = createServer((request, response) => {
      const { method, url, headers } = request
      if (isFormer) {
        const isWorker = url === `/${name}`
        response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
        response.end(isWorker ? formerWorker : formerPage(name))
        return
      }
      const onward = send(`${siteUrl}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      request.pipe(onward)
    })
    const url = `http://localhost:${await listen(server)}/`
    await page.goto(url)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    isFormer = false
    await page.goto(url)
    await expect(page.locator('[data-play]')).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    server.close()
    server.closeAllConnections()
  })
