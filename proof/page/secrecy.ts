import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDistDir } from '../../build/dist-dir.ts'
import { parseVideoSource } from '../../lib/video/parse-video-source.ts'
import { hostedVideo } from '../../tests/kit/hosted-video.ts'

/** Lists where a sealed page still names the video: its HTML, its flight data, its policy or a file for the browser. */
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
  // Scripts may name the host, since the code that recognises addresses does; anywhere else it would be a hint.
  const hints = (at: string) => (/\.js$/.test(at) ? [name] : [name, 'ytimg', 'youtube', 'vimeo'])
  return Object.entries(texts)
    .filter(([at, text]) => hints(at).some((hint) => text.includes(hint)))
    .map(([at]) => at)
}
