import { createServer } from 'node:http'
import { listen } from '../tests/kit/listen.ts'
import { siteUrl } from './settings.ts'

/**
 * Starts a server in front of the site that sends each page without its end, in which the loader stands. `hold` makes it
 * so, from the next page on, and `release` sends the end.
 */
export async function openSlowEnd() {
  let { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer(async ({ url }, response) => {
    const isReleased = released
    const answer = await fetch(siteUrl + url)
    const type = answer.headers.get('content-type') ?? ''
    response.setHeader('content-type', type)
    if (!type.startsWith('text/html')) {
      response.end(Buffer.from(await answer.arrayBuffer()))
      return
    }
    const html = await answer.text()
    const end = html.lastIndexOf('<script data-at-once')
    response.write(html.slice(0, end))
    await isReleased
    response.end(html.slice(end))
  })
  return {
    url: `http://localhost:${await listen(server)}/`,
    hold: () => {
      ;({ promise: released, resolve: release } = Promise.withResolvers<void>())
    },
    release: () => release(),
    close: () => {
      release()
      server.close()
      server.closeAllConnections()
    },
  }
}
