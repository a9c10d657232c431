import { isCaptionsList, readCaptions } from '../../../lib/video/captions.ts'
import { parseVideoSource } from '../../../lib/video/parse-video-source.ts'
import { defaultVideoUrl } from '../../../supabase/functions/_shared/default-video.ts'
import { failureCode } from '../../core/failure-code.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'captions'
const header = 'Access-Control-Allow-Origin'
/** https://www.w3.org/TR/webvtt1/#webvtt-timestamp */
const cue = /^(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}[ \t]*-->[ \t]*(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}/gm

/**
 * Whether the captions of a video file come and can be shown. No address is said, since the locked page keeps it to
 * itself. Without a file there is nothing to check: captions beside a host's video are a fault of the site's variables.
 */
export async function checkCaptions({ target, page }: Seen): Promise<Result[]> {
  const { VIDEO_URL = defaultVideoUrl, VIDEO_CAPTIONS_URL: list } = target.variables
  const video = parseVideoSource(VIDEO_URL)
  if (video.kind !== 'file') return []
  if (!list) {
    return [
      unseen(
        check,
        'The video file has no captions beside it, and whether its picture shows the words cannot be seen.',
        'Set VIDEO_CAPTIONS_URL to a WebVTT file, unless the picture shows all that is said',
      ),
    ]
  }
  if (!isCaptionsList(list)) return [unseen(check, 'VIDEO_CAPTIONS_URL is not valid.')]
  if (page.kind !== 'page') return [unseen(check, 'The page did not come.')]

  const { tracks, crossOrigin } = readCaptions(list, page.url)
  const results = await Promise.all(
    tracks.map(({ src, label }) => checkFile(new URL(src, page.url), label, page.url)),
  )
  return crossOrigin ? [...results, await checkVideo(new URL(video.url, page.url), page.url)] : results
}

async function checkFile(url: URL, label: string, pageUrl: string): Promise<Result> {
  const what = `The captions file for ${label}`
  const answer = await ask(url, pageUrl)
  if (answer.status !== 200) {
    return fault(check, `${what} does not come (${answer.status}).`, 'Correct VIDEO_CAPTIONS_URL')
  }
  if (!answer.isAllowed) {
    return fault(
      check,
      `${what} comes without the header ${header} for the page, so browsers do not show it.`,
      `Have its host send ${header}, or put the file into public/ and its path into VIDEO_CAPTIONS_URL`,
    )
  }
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(answer.text)) {
    const todo =
      'Convert it: an SRT file, for one, becomes WebVTT by that first line and points for commas in the times'
    return fault(check, `${what} does not begin with WEBVTT.`, todo)
  }
  const count = answer.text.match(cue)?.length ?? 0
  if (count === 0) {
    return fault(
      check,
      `${what} has no cue.`,
      'Give it cues, such as 00:01.000 --> 00:04.000 above a line of words',
    )
  }
  if (!/^text\/vtt\s*(?:;|$)/i.test(answer.type)) {
    const sentence = `${what} comes as ${answer.type || 'a file without a content type'}, not as text/vtt.`
    return fault(check, sentence, 'Have its host send the header Content-Type: text/vtt')
  }
  return ok(check, `${what} comes with ${count === 1 ? 'one cue' : `${count} cues`}.`)
}

async function checkVideo(url: URL, pageUrl: string): Promise<Result> {
  const answer = await ask(url, pageUrl, { range: 'bytes=0-0' })
  if (answer.status !== 200 && answer.status !== 206) {
    return fault(check, `The video file does not come (${answer.status}).`, 'Correct VIDEO_URL')
  }
  return answer.isAllowed
    ? ok(check, 'The video file may be played beside captions of another host.')
    : fault(
        check,
        `The video does not play: with captions of another host its own host must send ${header} too.`,
        `Have the video's host send ${header}, or put the captions into public/ and their paths into VIDEO_CAPTIONS_URL`,
      )
}

/** Asks as the player on the page would, and tells whether the answer may be used there. */
async function ask(url: URL, pageUrl: string, headers: Record<string, string> = {}) {
  const { origin } = new URL(pageUrl)
  try {
    const response = await fetch(url, {
      headers: { ...headers, origin },
      signal: AbortSignal.timeout(15_000),
    })
    const allowed = response.headers.get(header)
    // A redirect to a third host makes the origin `null`, which only the star allows.
    const isAllowed = url.origin === origin || allowed === '*' || (allowed === origin && !response.redirected)
    const type = response.headers.get('content-type') ?? ''
    if (headers.range) await response.body?.cancel()
    return { status: response.status, isAllowed, type, text: headers.range ? '' : await response.text() }
  } catch (error) {
    return { status: failureCode(error), isAllowed: false, type: '', text: '' }
  }
}
