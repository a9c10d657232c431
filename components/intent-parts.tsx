import type { ReactNode } from 'react'
import { LeadPanel } from './lead/lead-panel'
import { Notices } from './lead/notices'
import { Player } from './video/player'

const parts = { LeadPanel, Notices, Player }

/** All that intent loads, in one chunk, so that one request brings it. */
// biome-ignore lint/style/noDefaultExport: the shape that React.lazy takes
export default function IntentParts({ children }: { children: (loaded: typeof parts) => ReactNode }) {
  return children(parts)
}
