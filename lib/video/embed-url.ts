import { hosts } from './hosts/hosts.ts'
import type { HostedSource } from './parse-video-source.ts'

export const embedUrl = (source: HostedSource): string => hosts[source.kind].embed(source)
