/** What the player's video element gets for its captions. */
export type Captions = { crossOrigin?: 'anonymous'; tracks: [Track, ...Track[]] }

type Track = { src: string; srcLang: string; label: string }

/** The language of app/layout.tsx. */
const pageLanguage = 'en'

const addressesIn = (list: string) => [...new Set(list.split(',').map((address) => address.trim()))]
const isPath = (address: string) => /^\/(?![/\\])/.test(address)

/** Whether a list names captions files alone: root-relative paths or https addresses. */
export const isCaptionsList = (list: string): boolean =>
  addressesIn(list).every((address) => isPath(address) || URL.parse(address)?.protocol === 'https:')

/**
 * Reads the list in VIDEO_CAPTIONS_URL, which must be valid; the first file is shown unless the visitor chooses another.
 * A file on the site itself becomes a path. One on another host is loaded only if the whole element, and so the video
 * too, asks by CORS: https://html.spec.whatwg.org/multipage/media.html#sourcing-out-of-band-text-tracks
 */
export function readCaptions(list: string, siteUrl: string): Captions {
  const site = new URL(siteUrl).origin
  const tracks = addressesIn(list).map((address) => {
    const { origin, pathname, search } = new URL(address, site)
    const [, tag = pageLanguage] =
      /\.([a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)\.\w+$/i.exec(pathname) ?? []
    const srcLang = new Intl.Locale(tag).toString()
    const label = new Intl.DisplayNames(srcLang, { type: 'language' }).of(srcLang) ?? srcLang
    return { src: origin === site ? pathname + search : address, srcLang, label }
  }) as Captions['tracks']
  // With crossOrigin the browser asks for the video by CORS too, which its host may not allow: only where it must be.
  return tracks.every(({ src }) => isPath(src)) ? { tracks } : { crossOrigin: 'anonymous', tracks }
}
