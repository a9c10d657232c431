import { hosts } from './hosts/hosts.ts'
import type { HostedSource } from './parse-video-source.ts'

/** Returns the URL of the player for a video on the site of a host (spec 5). */
export const embedUrl = (source: HostedSource): string => hosts[source.kind].embed(source)
