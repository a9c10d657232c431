import hostGrotesk from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'
import { loader } from './loader-script'

const font = `url(${hostGrotesk})`

/**
 * No other script runs before the visitor moves to the play button. This one is inline and stands at the end of the
 * body.
 */
export function Loader() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of our own, constant for a build
    <script data-at-once="" data-url={font} dangerouslySetInnerHTML={{ __html: `(${loader})()` }} />
  )
}
