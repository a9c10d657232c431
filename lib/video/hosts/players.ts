import type { HostName } from './hosts.ts'

export type PlayerMessage = { event?: unknown; info?: unknown; data?: unknown }

/** In a player's message, in seconds. What it does not say is missing. */
type Playing = { hasBegun?: boolean; seconds?: number; duration?: number }

/** `requests` make a player report when it plays. */
export type HostPlayer = { requests: object[]; readMessage: (message: PlayerMessage) => Playing }

type Info = { playerState?: number; currentTime?: number; duration?: number }
type Times = { seconds?: number; duration?: number }

/** All that the browser needs of the hosts. */
export const players: Record<HostName, HostPlayer> = {
  // Only the first messages have the duration: https://www.youtube.com/iframe_api
  youtube: {
    requests: [{ event: 'listening' }],
    readMessage({ info }) {
      const { playerState, currentTime, duration } = (info ?? {}) as Info
      return { hasBegun: playerState === 1, seconds: currentTime, duration }
    },
  },
  // https://github.com/vimeo/player.js#timeupdate
  vimeo: {
    requests: ['play', 'timeupdate'].map((value) => ({ method: 'addEventListener', value })),
    readMessage: ({ event, data }) => ({ hasBegun: event === 'play', ...(data as Times | null) }),
  },
}
