import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { test as base } from '@playwright/test'
import { listen } from '../tests/kit/listen.ts'
import { startApp } from '../tests/kit/start-app.ts'
import { gatewayUrl, secretKey } from './settings.ts'

/** A second server of the same build, with its own video and captions. A test may break this server's backend. */
export type SecondSite = {
  url: string
  /** From now on, this function answers the server's calls to the backend. */
  answerBy(answer: RequestListener): void
  /** Ends the server's timers of exactly this many milliseconds, as if the time had passed. */
  elapse(ms: number): void
}

/** Forwards a call to the stack's gateway. Passes the gateway's answer to a function. */
export function toGateway(incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): void {
  const { method, headers, url } = incoming
  incoming.pipe(request(`${gatewayUrl}${url}`, { method, headers }, onAnswer))
}

/** Answers a call with the answer from the stack's gateway. */
export const forward: RequestListener = (incoming, response) =>
  toGateway(incoming, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })

/** Closes the connection, as if the backend were down. */
export const refuse: RequestListener = ({ socket }) => socket.destroy()

/** Playwright's test with a second site. A worker starts the site when a test first needs it. */
export const test = base.extend<{ site: SecondSite }, { startedSite: SecondSite }>({
  startedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      let current = forward
      const backend = createServer((incoming, response) => current(incoming, response))
      const { origin, send, stop } = await startApp('.', {
        NODE_OPTIONS: `--import=${new URL('elapse.ts', import.meta.url)}`,
        SUPABASE_URL: `http://127.0.0.1:${await listen(backend)}`,
        SUPABASE_SECRET_KEY: secretKey,
        VIDEO_URL: '/training.mp4',
        VIDEO_CAPTIONS_URL: '/training.en.vtt,/training.fr.vtt',
      })
      await use({
        url: origin,
        answerBy: (answer) => {
          current = answer
        },
        elapse: send,
      })
      await stop()
      backend.close()
      backend.closeAllConnections()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  site: async ({ startedSite }, use) => {
    startedSite.answerBy(forward)
    await use(startedSite)
  },
})
