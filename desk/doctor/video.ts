import { isCaptionsList, readCaptions } from '../../lib/video/captions.ts'
import { hosts } from '../../lib/video/hosts/hosts.ts'
import { type HostedSource, parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { withSample } from '../../lib/video/sample.ts'
import { ask } from './ask.ts'
import { type Fault, judge, type Result, unseen } from './result.ts'
import type { SiteAnswer } from './site.ts'
import type { Target } from './target.ts'

const cors = 'Access-Control-Allow-Origin'
/** A cue's timing in whatever form. A note may have an arrow, too. */
const anyCue =
  /^(?!NOTE(?:[ \t]|$))(?:[^\n]*-->|[ \t]*[\d:.,]{4,20}[ \t]*(?:-{1,3}>|[=—–]>|[—–→]|--&gt;)[ \t]*\d)/gm
/**
 * The timing of a WebVTT cue, as browsers read it: https://www.w3.org/TR/webvtt1/#collect-a-webvtt-timestamp
 */
const cue = /^[ \t]*((?:\d+:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]*-->[ \t]*((?:\d+:)?[0-5]\d:[0-5]\d\.\d{3})(?!\d)/gm
const setVideo =
  'Set VIDEO_URL of the site and in operator.env to the address of a public video, and build the site again'

/**
 * Undefined if the address does not say. The parameters are those of Amazon S3 and CloudFront, Google Cloud,
 * Azure, Supabase, Cloudflare, Bunny, Mux and Akamai.
 */
export function endOf(address: string): Date | undefined {
  const { searchParams, pathname } = new URL(address, 'https://site.example')
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const seconds = (text: string | undefined) =>
    /^\d{9,11}(?:\.\d+)?$|^\d{13}$/.test(text ?? '') ? toDate(text ?? '') : undefined
  const signedAt = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    query.get('x-amz-date') ?? query.get('x-goog-date') ?? '',
  )
  const lasts = query.get('x-amz-expires') ?? query.get('x-goog-expires')
  if (signedAt && /^\d{1,9}$/.test(lasts ?? '')) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = signedAt.slice(1).map(Number)
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second + Number(lasts)))
  }
  const sas = query.get('se') ?? query.get('expiry')
  if (sas && query.has('sig') && Number.isFinite(Date.parse(sas))) return new Date(sas)
  for (const name of ['expires', 'exp', 'e', 'expire', 'validto', 'st_expires', 'token_expires', 'oe']) {
    const value = query.get(name)
    const end = seconds(name === 'oe' && value ? `${Number.parseInt(value, 16)}` : value)
    if (end) return end
    if (value && /^\d{4}-\d\d-\d\dT| GMT$/.test(value)) return new Date(value)
  }
  const ahead = timeAhead(`${pathname}&${[...query].map((pair) => pair.join('=')).join('&')}`)
  if (ahead) return ahead
  const policy = query.get('policy')
  const told = [...query.values(), ...pathname.split('/')].map(expiryOfToken).find(Boolean)
  return told ?? (policy ? epochIn(policy.replaceAll('_', '=').replaceAll('~', '/')) : undefined)
}

/** Seconds since 1970, or milliseconds (13 digits). */
const toDate = (digits: string) => new Date(Number(digits) * (digits.length === 13 ? 1 : 1000))

const yearsAhead = 10

/**
 * Networks sign addresses in their own ways: exp=1893456000~acl=/*~hmac=… (Akamai), auth_key=1893456000-0-0-…
 * (Alibaba), q-sign-time=…;1893456000 (Tencent). A version or an upload is a past time, and an end is in the
 * future.
 */
function timeAhead(text: string): Date | undefined {
  const last = Date.now() + yearsAhead * 365 * 86_400_000
  return Array.from(text.matchAll(/(?<=[=;~])(?:\d{10}|\d{13})(?!\d)/g), ([digits]) => toDate(digits)).find(
    (date) => date.getTime() > Date.now() && date.getTime() < last,
  )
}

/** `exp` of a JSON Web Token (RFC 7519). */
function expiryOfToken(text: string): Date | undefined {
  const [, claims] = /^eyJ[\w-]+\.(eyJ[\w-]+)\./.exec(text) ?? []
  return claims ? epochIn(claims) : undefined
}

function epochIn(base64: string): Date | undefined {
  const [, seconds] =
    /"(?:exp|AWS:EpochTime)"\s*:\s*(\d{9,11})\b/.exec(Buffer.from(base64, 'base64').toString()) ?? []
  return seconds ? new Date(Number(seconds) * 1000) : undefined
}

/** Not played by some browsers: HLS, DASH, and formats of cameras and other players. */
const playedBySome =
  /\.(?:m3u8|mpd|mov|qt|mkv|avi|wmv|flv|ts|m2ts|mts|3gp|ogv|mpe?g|hevc|f4v)$|mpegurl|dash\+xml|quicktime|matroska|x-msvideo|x-ms-wmv|x-flv|mp2t|3gpp/i

const noPage = 'The page did not load.'

/**
 * Prints no address, because the video's is secret. A page that does not answer is to blame for its files,
 * too.
 */
export async function checkVideo({ variables, pageUrl = '' }: Target, site: SiteAnswer): Promise<Result[]> {
  const { VIDEO_URL, VIDEO_CAPTIONS_URL: list } = withSample(variables)
  const video = parseVideoSource(VIDEO_URL)
  if (video.kind === 'none') return unseen('video', 'VIDEO_URL names no video.')
  if (video.kind !== 'file') return checkHosted(video, site, pageUrl)
  if (!URL.canParse(pageUrl))
    return unseen(['video', 'captions'], 'There is no valid SITE_URL to fetch from.')
  const isOutOfReach = (file: string) =>
    typeof site?.page.status === 'string' && new URL(file, pageUrl).origin === new URL(pageUrl).origin
  const checkOwnFile = async (needsCors: boolean) =>
    isOutOfReach(video.url) ? unseen('video', noPage) : checkFile(video.url, pageUrl, needsCors)
  if (!list)
    return [
      ...(await checkOwnFile(false)),
      ...unseen(
        'captions',
        'The video file has no captions beside it, and whether its picture shows the words cannot be seen.',
        'Set VIDEO_CAPTIONS_URL to a WebVTT file, unless the picture shows all that is said',
      ),
    ]
  if (!isCaptionsList(list)) return unseen(['video', 'captions'], 'VIDEO_CAPTIONS_URL is not valid.')
  const { tracks, crossOrigin } = readCaptions(list, pageUrl)
  const results = await Promise.all([
    checkOwnFile(crossOrigin !== undefined),
    ...tracks.map(({ src, label }) =>
      isOutOfReach(src) ? unseen('captions', noPage) : checkTrack(src, label, pageUrl),
    ),
  ])
  return results.flat()
}

/**
 * Whether it can be embedded, by oEmbed (https://oembed.com) and by the player, and whether the page shows a
 * picture of it.
 */
async function checkHosted(video: HostedSource, site: SiteAnswer, pageUrl: string): Promise<Result[]> {
  const { name: host, oembed, embed, poster, refusal } = hosts[video.kind]
  const query = new URLSearchParams({ url: oembed.address(video), format: 'json' })
  const origin = URL.parse(pageUrl)?.origin
  const init: RequestInit = { redirect: 'follow', headers: origin ? { referer: `${origin}/` } : {} }
  const [{ status, text }, player] = await Promise.all([
    ask(`${oembed.endpoint}?${query}`, init),
    ask(embed(video), init),
  ])
  const refused = refusal(text, player.text)
  const isBare = !poster(video) && site?.page.status === 200 && !site.page.text.includes('data-poster=')
  const isGone = oembed.refusals.includes(Number(status))
  if (status !== 200 && !isGone) return unseen('video', `${host} did not say (${status}).`)
  return judge(
    'video',
    `${host} has the video and lets sites show it.`,
    isGone && `${host} has no such video, or lets no other site show it (${status}). → ${setVideo}`,
    !isGone &&
      refused !== undefined &&
      `${host} does not play the video on the site (${refused}). → In its settings at ${host}, take away the age restriction, let this site show it, and publish it; or ${setVideo.replace('Set', 'set')}`,
    !isGone &&
      isBare &&
      `The page shows no picture of the video, because the address of the picture would open it to everybody. → Run npm run poster with the address of the video or with a picture, and build the site again`,
  )
}

async function checkFile(file: string, pageUrl: string, needsCors: boolean): Promise<Result[]> {
  const { status, type, isAllowed } = await askAs(pageUrl, file, { range: 'bytes=0-1' })
  const end = endOf(file)
  const isSome = playedBySome.test(type) || playedBySome.test(new URL(file, pageUrl).pathname)
  const faults: (Fault | false | undefined)[] = [
    end &&
      `The address of the video ${end.getTime() < Date.now() ? 'ended' : 'ends'} on ${end.toISOString().slice(0, 16).replace('T', ' ')} UTC, because it is signed for a time. → Take an address of the video that does not expire, such as that of a public file; ${setVideo}`,
    status !== 200 && status !== 206 && `The video file does not load (${status}). → ${setVideo}`,
    /^(?:text|image)\/|html|json|xml/i.test(type) &&
      `VIDEO_URL is not a video file: its host sends ${type}. → ${setVideo}`,
    isSome &&
      `Some browsers do not play this kind of video (${type || 'by its name'}). → Convert it into an MP4 file with H.264 and AAC, or put it on YouTube or Vimeo; ${setVideo}`,
    status === 200 &&
      'The host of the video file sends it whole when asked for a piece, so iPhones do not play it. → Have its host answer requests with a Range header by 206, or put the file elsewhere',
    needsCors &&
      !isAllowed &&
      `The video does not play: with captions of another host its own host must send ${cors} too. → Have the video's host send ${cors}, or put the captions into public/ and their paths into VIDEO_CAPTIONS_URL`,
  ]
  return judge('video', 'The video file loads.', faults.find(Boolean))
}

/** Of a time such as 01:02.345. */
const toSeconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

async function checkTrack(file: string, label: string, pageUrl: string): Promise<Result[]> {
  const what = `The captions file for ${label}`
  const { status, isAllowed, type, text } = await askAs(pageUrl, file)
  const isShown = ([, start = '', end = '']: RegExpMatchArray) => toSeconds(start) < toSeconds(end)
  const count = [...text.matchAll(cue)].filter(isShown).length
  const broken = (text.match(anyCue)?.length ?? 0) - count
  const right = `${what} comes with ${count === 1 ? 'one cue' : `${count} cues`}.`
  const faults: (Fault | false)[] = [
    status !== 200 && `${what} does not load (${status}). → Correct VIDEO_CAPTIONS_URL`,
    !isAllowed &&
      `${what} comes without the header ${cors} for the page, so browsers do not show it. → Have its host send ${cors}, or put the file into public/ and its path into VIDEO_CAPTIONS_URL`,
    !/^WEBVTT(?:[ \t\r\n]|$)/.test(text) &&
      `${what} does not begin with WEBVTT. → Convert it: an SRT file becomes WebVTT if you add that first line and write points instead of commas in the times`,
    count === 0 &&
      `${what} has no cue. → Give it cues, such as 00:01.000 --> 00:04.000 above a line of words`,
    broken > 0 &&
      `${what} has ${broken === 1 ? 'one cue' : `${broken} cues`} whose times browsers cannot read, and does not show them. → Write each time as 00:01:02.345, with a point and three digits behind it`,
    text.includes('\ufffd') &&
      `${what} is not in UTF-8, so letters such as é are shown wrong. → Save it in UTF-8`,
    !/^text\/vtt\s*(?:;|$)/i.test(type) &&
      `${what} comes as ${type || 'a file without a content type'}, not as text/vtt. → Have its host send the header Content-Type: text/vtt`,
  ]
  return judge('captions', right, faults.find(Boolean))
}

/** As the page's player does. Also returns whether CORS lets the page use the answer. */
async function askAs(pageUrl: string, file: string, headers: Record<string, string> = {}) {
  const { origin } = new URL(pageUrl)
  const url = new URL(file, pageUrl)
  const answer = await ask(url.href, { headers: { ...headers, origin }, redirect: 'follow' })
  const allowed = answer.headers.get(cors)
  // After a redirect to a third host, the browser sends the origin `null`, which only `*` allows.
  const isAllowed = url.origin === origin || allowed === '*' || (allowed === origin && !answer.redirected)
  return { ...answer, isAllowed, type: answer.headers.get('content-type') ?? '' }
}
