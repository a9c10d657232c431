import type { HostPlayer, PlayerMessage } from '@/lib/video/hosts/players'

export type OnTime = (seconds: number, duration: number) => void

const everyMs = 500
const maxAsked = 120

/**
 * Calls `onTime` (seconds) while the video plays. The player is a video element or has a host's iframe.
 * Returns a function that stops this.
 */
export function followPlayer(
  player: HTMLElement | null,
  host: HostPlayer | undefined,
  onTime: OnTime,
): (() => void) | undefined {
  const frame = player?.querySelector('iframe')
  if (frame && host) return followFrame(frame, host, onTime)
  if (!(player instanceof HTMLVideoElement)) return undefined
  const onTimeUpdate = () => onTime(player.currentTime, player.duration)
  player.addEventListener('timeupdate', onTimeUpdate)
  return () => player.removeEventListener('timeupdate', onTimeUpdate)
}

/** Fires `play` on the iframe when the video starts, as a video element does. */
function followFrame(
  frame: HTMLIFrameElement,
  { requests, readMessage }: HostPlayer,
  onTime: OnTime,
): () => void {
  let duration = Number.NaN
  const onMessage = (message: MessageEvent) => {
    if (message.source !== frame.contentWindow) return
    // The player listens from its first message on.
    if (timer) ask()
    clearInterval(timer)
    timer = undefined
    const { hasBegun, seconds, duration: told } = readMessage(read(message.data))
    // Not every message has the duration.
    duration = told ?? duration
    if (hasBegun) frame.dispatchEvent(new Event('play'))
    if (seconds !== undefined) onTime(seconds, duration)
  }
  // '*', because an iframe that failed to load has another origin.
  const ask = () => {
    for (const request of requests) frame.contentWindow?.postMessage(JSON.stringify(request), '*')
  }
  // A player may be silent until it is asked. A frame that failed to load never answers.
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

function read(data: unknown): PlayerMessage {
  try {
    return (typeof data === 'string' ? JSON.parse(data) : data) ?? {}
  } catch {
    return {}
  }
}
