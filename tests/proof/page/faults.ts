import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate, type Message } from 'html-validate'
import { testDistDir } from '../../../build/dist-dir.ts'
import { parseVideoSource } from '../../../lib/video/parse-video-source.ts'
import { hostedVideo } from '../../kit/hosted-video.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes HTML in these ways, and the HTML standard allows it.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // All scripts are our own, because the policy blocks scripts from other hosts.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** Lists invalid HTML on the page and on the 404 page. */
export async function markupFaults(origin: string): Promise<string[]> {
  const faults = await Promise.all(
    ['/', '/nowhere'].map(async (path) => faultsOf(path, await (await fetch(origin + path)).text())),
  )
  return faults.flat()
}

/**
 * HTML does not allow `autocomplete` on a checkbox or on a hidden field, but browsers obey it there too. Because of
 * this attribute, they do not tick the consent again after a reload, and they do not restore an old submission id.
 */
const isObeyed = ({ message, selector }: Message) =>
  /autocomplete|"off"/.test(message) && /#lead-consent$|form > input/.test(selector ?? '')

async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter((message) => !isObeyed(message))
    .map(({ ruleId, message, selector }) => `${path}: ${message} (${ruleId}, ${selector})`)
}

/**
 * If a page has a poster of its own, nothing on it should give the video away. Lists where the video is still named,
 * such as in the HTML, the flight data, the policy or a file for the browser.
 */
export async function namesOfTheVideo(origin: string, folder: string): Promise<string[]> {
  const source = parseVideoSource(hostedVideo)
  const name = source.kind === 'youtube' ? source.id : hostedVideo
  const page = await fetch(origin)
  const texts: Record<string, string> = {
    'the policy': page.headers.get('content-security-policy')?.replace(/frame-src [^;]*/, '') ?? '',
    'the page': await page.text(),
    'the flight data': await (await fetch(origin, { headers: { rsc: '1' } })).text(),
  }
  const files = join(folder, testDistDir, 'static')
  for (const file of readdirSync(files, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:js|css|json)$/.test(file)) texts[file] = readFileSync(join(files, file), 'latin1')
  }
  // Scripts may contain the name of the video host, because they must recognise its URLs. Anywhere else, the name
  // would be a hint.
  const hints = (at: string) => (/\.js$/.test(at) ? [name] : [name, 'ytimg', 'youtube', 'vimeo'])
  return Object.entries(texts)
    .filter(([at, text]) => hints(at).some((hint) => text.includes(hint)))
    .map(([at]) => at)
}
