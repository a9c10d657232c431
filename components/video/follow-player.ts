export type OnTime = (seconds: number, duration: number) => void

/**
 * These messages ask a player to send its events. YouTube reads `event` if the URL of the player contains
 * `enablejsapi`. Vimeo reads `method` and `value`.
 */
const requests = ['play', 'timeupdate'].map((value) =>
  JSON.stringify({ event: 'listening', method: 'addEventListener', value }),
)
const everyMs = 500
const maxAsked = 120

/**
 * Messages from YouTube have `info`. Messages from Vimeo have `data` (https://github.com/vimeo/player.js#timeupdate).
 */
type Message = {
  event?: string
  info?: { playerState?: number; currentTime?: number; duration?: number } | null
  data?: { seconds?: number; duration?: number } | null
}

/**
 * Calls `onTime` with the current time and the duration while the video plays. The player is a video element or an
 * element that contains an iframe. Returns a function that stops these calls.
 */
export function followPlayer(player: HTMLElement | null, onTime: OnTime): (() => void) | undefined {
  const frame = player?.querySelector('iframe')
  if (frame) return followFrame(frame, onTime)
  if (!(player instanceof HTMLVideoElement)) return undefined
  const onTimeUpdate = () => onTime(player.currentTime, player.duration)
  player.addEventListener('timeupdate', onTimeUpdate)
  return () => player.removeEventListener('timeupdate', onTimeUpdate)
}

/**
 * Follows the player in an iframe. When the video starts, fires `play` on the iframe, just as a video element would.
 */
function followFrame(frame: HTMLIFrameElement, onTime: OnTime): () => void {
  let duration = Number.NaN
  const onMessage = (message: MessageEvent) => {
    if (message.source !== frame.contentWindow) return
    // The player listens from its first message on.
    if (timer) ask()
    clearInterval(timer)
    timer = undefined
    const { event, info, data } = read(message.data)
    // YouTube sends the duration only once, but Vimeo sends it with each message.
    duration = info?.duration ?? data?.duration ?? duration
    if (event === 'play' || info?.playerState === 1) {
      frame.dispatchEvent(new Event('play'))
    }
    const seconds = info?.currentTime ?? data?.seconds
    if (seconds !== undefined) onTime(seconds, duration)
  }
  // The target is '*', because an iframe that failed to load has a different origin.
  const ask = () => {
    for (const request of requests) frame.contentWindow?.postMessage(request, '*')
  }
  // YouTube says nothing before it is asked, so the requests are repeated. A frame that failed to load never answers.
  let asked = 0
  let timer: ReturnType<typeof setInterval> | undefined = setInterval(() => {
    ask()
    asked += 1
    if (asked === maxAsked) clearInterval(timer)
  }, everyMs)
  addEventListener('message', onMessage)
  return () => {
    clearInterval(timer)
    removeEventListener('message', onMessage)
  }
}

function read(data: unknown): Message {
  try {
    return (typeof data === 'string' ? JSON.parse(data) : data) ?? {}
  } catch {
    return {}
  }
}
