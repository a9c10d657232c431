/** YouTube reads `event`, and only where its address has `enablejsapi`; Vimeo reads the other two. */
const request = JSON.stringify({ event: 'listening', method: 'addEventListener', value: 'play' })
const started = /event\W+play\W|playerState\\?":1\D/
const everyMs = 500

/** Has a video host's player fire `play` as a video element does, by its own messages. Returns what ends it. */
export function noticeStart(frame: HTMLIFrameElement): () => void {
  const onMessage = ({ source, data }: MessageEvent) => {
    if (source === frame.contentWindow && started.test(JSON.stringify(data))) {
      stop()
      frame.dispatchEvent(new Event('play'))
    }
  }
  // Repeated, since a player does not say when it listens; to any origin, since a failed frame has another one.
  const timer = setInterval(() => frame.contentWindow?.postMessage(request, '*'), everyMs)
  const stop = () => {
    clearInterval(timer)
    removeEventListener('message', onMessage)
  }
  addEventListener('message', onMessage)
  return stop
}
