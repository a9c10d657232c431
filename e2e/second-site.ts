import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { test as base } from '@playwright/test'
import { listen } from '../tests/kit/listen.ts'
import { startApp } from '../tests/kit/start-app.ts'
import { gatewayUrl, secretKey } from './settings.ts'

/**
 * A second server that runs the same build, but has a video and captions of its own. A test may break the backend of
 * this server.
 */
export type SecondSite = {
  url: string
  /** From now on, every call from the server to the backend is answered by this function. */
  answerBy(answer: RequestListener): void
  /** Those set to exactly this many milliseconds end, as if the time had passed. */
  elapse(ms: number): void
}

/** To the gateway of the stack. */
export function toGateway(incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): void {
  const { method, headers, url } = incoming
  incoming.pipe(request(`${gatewayUrl}${url}`, { method, headers }, onAnswer))
}

/** Of the gateway of the stack, to the caller. */
export const forward: RequestListener = (incoming, response) =>
  toGateway(incoming, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })

/** As if the backend were down. */
export const refuse: RequestListener = ({ socket }) => socket.destroy()

/** A Playwright test that can use a second site. A worker starts this site when the first of its tests needs it. */
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
