import type { Host } from './host.ts'
import { vimeo } from './vimeo.ts'
import { youtube } from './youtube.ts'

/** To add a host, write its file and add it here and to players.ts. */
export const hosts = { youtube, vimeo } satisfies Record<string, Host>

export type HostName = keyof typeof hosts
