import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { answerTo, type Call } from '../../kit/answer.ts'
import { evenly } from '../harness/evenly.ts'

export type Target = { url: string; call: Call }
/** The same request, sent `perSecond` times a second for so many seconds. */
type Sending = Target & { perSecond: number; seconds: number }

/**
 * Starts a thread that sends requests. Sending them takes time, which must not count as the time of a visitor who is
 * measured in another thread. To stop the thread, dispose of the result.
 */
export function startSender() {
  const thread = new Worker(new URL(import.meta.url))
  return {
    /** Sends the requests. Resolves when all are answered. */
    async send(sending: Sending): Promise<void> {
      thread.postMessage(sending)
      await once(thread, 'message')
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}

// Only the thread itself has a port to the thread that started it.
parentPort?.on('message', async ({ url, call, perSecond, seconds }: Sending) => {
  await evenly(perSecond, seconds, () => answerTo(url, call))
  parentPort?.postMessage('sent')
})
