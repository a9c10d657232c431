import hostGrotesk from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'
import { InlineScript } from '@/components/inline-script'

/**
 * No other script but `rememberPress` runs before the visitor moves to the play button. This one is at the end of the
 * body.
 */
export const Loader = () => <InlineScript run="loader" data-url={`url(${hostGrotesk})`} />
