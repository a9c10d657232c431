/** YouTube reads `event`, and only where its address has `enablejsapi`; Vimeo reads the other two. */
const request = JSON.stringify({ event: 'listening', method: 'addEventListener', value: 'play' })
const started = /event\W+play\W|playerState\\?":1\D/
const everyMs = 500

/**
 * Makes the player of a video host say that it plays as a video element does, by the event `play`, with the messages that
 * the hosts' own libraries exchange with it. Nothing is loaded for that. Returns what ends it.
 */
export function noticeStart(frame: HTMLIFrameElement): () => void {
  const onMessage = ({ source, data }: MessageEvent) => {
    if (source === frame.contentWindow && started.test(JSON.stringify(data))) {
      stop()
      frame.dispatchEvent(new Event('play'))
    }
  }
  // Again and again, since a player does not say from when on it listens. To any origin, for a frame that has failed has
  // another one, which the browser would complain about; the request is no secret.
  const timer = setInterval(() => frame.contentWindow?.postMessage(request, '*'), everyMs)
  const stop = () => {
    clearInterval(timer)
    removeEventListener('message', onMessage)
  }
  addEventListener('message', onMessage)
  return stop
}
