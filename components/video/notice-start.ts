/** YouTube reads `event`, but only if its address has `enablejsapi`. Vimeo reads the other two. */
const request = JSON.stringify({ event: 'listening', method: 'addEventListener', value: 'play' })
const started = /event\W+play\W|playerState\\?":1\D/
const everyMs = 500

/** Fires `play` on the frame, as a video element does, once the host's player says that it plays. Returns what ends this. */
export function noticeStart(frame: HTMLIFrameElement): () => void {
  const onMessage = ({ source, data }: MessageEvent) => {
    if (source === frame.contentWindow && started.test(JSON.stringify(data))) {
      stop()
      frame.dispatchEvent(new Event('play'))
    }
  }
  // Asks again and again: a player does not say when it starts to listen. Any origin is allowed: a failed frame has another origin.
  const timer = setInterval(() => frame.contentWindow?.postMessage(request, '*'), everyMs)
  const stop = () => {
    clearInterval(timer)
    removeEventListener('message', onMessage)
  }
  addEventListener('message', onMessage)
  return stop
}
