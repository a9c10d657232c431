import type { HostName } from './hosts.ts'

export type PlayerMessage = { event?: unknown; info?: unknown; data?: unknown }

/** What a player says in a message. What it does not say is missing. The times are in seconds. */
type Playing = { hasBegun?: boolean; seconds?: number; duration?: number }

/** The messages that ask a player to tell when it plays, and what a message of the player tells. */
export type HostPlayer = { requests: object[]; readMessage: (message: PlayerMessage) => Playing }

type Info = { playerState?: number; currentTime?: number; duration?: number }
type Times = { seconds?: number; duration?: number }

/** All that the browser needs to know of the hosts. The rest is in the file of each host. */
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
