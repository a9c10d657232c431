import type { Host } from './host.ts'
import { vimeo } from './vimeo.ts'
import { youtube } from './youtube.ts'

/** A new host also needs its file and a row in players.ts. */
export const hosts = { youtube, vimeo } satisfies Record<string, Host>

export type HostName = keyof typeof hosts
