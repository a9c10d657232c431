export type Captions = { crossOrigin?: 'anonymous'; tracks: [Track, ...Track[]] }

/** Of a `track`. Only the first is shown at once. */
type Track = { src: string; srcLang: string; label: string; default: boolean }

const pageLanguage = 'en'

/** What tools write after the language: for the deaf, forced, closed captions, commentary. */
const kinds =
  /^(?:sdh|cc|hi|forced|full|default|auto|asr|closed|captions?|subs?|subtitles?|commentary|signs|songs|final|new|mp4|web|v?\d+p?)$/i
const language = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const namesOfLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const namesOfScripts = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' })
/** Takes an English name, such as German. */
const codeOf = (name: string) =>
  letters
    .flatMap((one) => letters.map((other) => one + other))
    .find((code) => namesOfLanguages.of(code)?.toLowerCase() === name.toLowerCase())

/**
 * Such as `en` of training.en.sdh.vtt. `hi` alone is Hindi, and after another language 'hearing impaired'.
 */
function languageOf(pathname: string): string {
  const parts = (pathname.split('/').at(-1) ?? '').split('.').slice(1, -1)
  while (parts.length > 1 && kinds.test(parts.at(-1) ?? '')) parts.pop()
  const last = parts.at(-1) ?? ''
  const [, code, script, region] = language.exec(last) ?? [undefined, codeOf(last)]
  // yt-dlp writes en-orig.
  const isScript = script && namesOfScripts.of(script.charAt(0).toUpperCase() + script.slice(1).toLowerCase())
  const isLanguage = code && namesOfLanguages.of(code) && (!kinds.test(code) || code.toLowerCase() === 'hi')
  return isLanguage ? [code, isScript && script, region].filter(Boolean).join('-') : pageLanguage
}

const addressesIn = (list: string) => [...new Set(list.split(',').map((address) => address.trim()))]
const isPath = (address: string) => /^\/(?![/\\])/.test(address)

/** Paths or https addresses, separated by commas. */
export const isCaptionsList = (list: string): boolean =>
  addressesIn(list).every((address) => isPath(address) || URL.parse(address)?.protocol === 'https:')

/** Takes a valid list. With captions on another host, the browser must fetch them and the video with CORS. */
export function readCaptions(list: string, siteUrl: string): Captions {
  const site = new URL(siteUrl).origin
  const tracks = addressesIn(list).map((address, index) => {
    const { origin, pathname, search } = new URL(address, site)
    const tag = languageOf(pathname)
    const srcLang = new Intl.Locale(tag).toString()
    const label = new Intl.DisplayNames(srcLang, { type: 'language' }).of(srcLang) ?? srcLang
    return { src: origin === site ? pathname + search : address, srcLang, label, default: index === 0 }
  }) as Captions['tracks']
  // Only if needed: it makes the browser request the video with CORS, too, which its host may refuse.
  return tracks.every(({ src }) => isPath(src)) ? { tracks } : { crossOrigin: 'anonymous', tracks }
}
