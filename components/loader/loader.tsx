import hostGrotesk from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'
import { loader } from './loader-script'

const font = `url(${hostGrotesk})`

/** The one script that runs in the page before the visitor reaches for the video, inline and at the end of the body. */
export function Loader() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of our own, constant for a build
    <script data-at-once="" data-font={font} dangerouslySetInnerHTML={{ __html: `(${loader})()` }} />
  )
}
