import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { test as base } from '@playwright/test'
import { listen } from '../tests/kit/listen.ts'
import { startApp } from '../tests/kit/start-app.ts'
import { gatewayUrl, secretKey } from './settings.ts'

/** A second server of the build. It has its own video and captions files, and a test may break its backend. */
export type SecondSite = {
  url: string
  /** Answers the server's calls by this function from now on. */
  answerBy(answer: RequestListener): void
  /** Ends the timers in the server that wait for exactly this many milliseconds, as if the time were over. */
  elapse(ms: number): void
}

/** Passes a call on to the gateway of the stack and hands over the gateway's answer. */
export function toGateway(incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): void {
  const { method, headers, url } = incoming
  incoming.pipe(request(`${gatewayUrl}${url}`, { method, headers }, onAnswer))
}

/** Answers a call with the answer of the stack's gateway. */
export const forward: RequestListener = (incoming, response) =>
  toGateway(incoming, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })

/** Breaks the connection, as if the backend were down. */
export const refuse: RequestListener = ({ socket }) => socket.destroy()

/** Playwright's test with a second site. A worker starts the site when the first test asks for it. */
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
