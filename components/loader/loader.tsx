import hostGrotesk from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'
import { InlineScript } from '@/components/inline-script'

/** Only `rememberPress` and this, at the end of the body, run before the visitor moves to the play button. */
export const Loader = () => <InlineScript run="loader" data-url={`url(${hostGrotesk})`} />
