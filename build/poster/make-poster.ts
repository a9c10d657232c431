import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownPoster, posterFiles } from '../../lib/video/poster.ts'
import { sample } from '../../lib/video/sample.ts'
import { encodePoster } from './encode-poster.ts'
import { fetchPicture } from './fetch-picture.ts'
import { thumbnailUrls } from './thumbnail-urls.ts'

const usage = `Usage: npm run poster -- <video URL | image file> [image file for phones]
       npm run poster -- --sample     draws the sample video's poster again, from public/sample/poster*.svg

Makes the poster that the page shows before the unlock, from the video's thumbnail or from a picture of yours, best
1280 x 720 or larger. On a phone the play button covers its middle, so a second picture may show the rest.
From the next build on, the page asks nothing of the video's host before the unlock and nothing
in it names the video. Delete public/poster to go back to the host's thumbnail.`

const publicFolder = join(import.meta.dirname, '../../public')
const [given, forPhones] = process.argv.slice(2)
if (given === '--sample') {
  const drawn = (name: string) => join(publicFolder, 'sample', name)
  await writePoster(sample.poster, drawn('poster.svg'), drawn('poster-phone.svg'))
  process.exit()
}
if (!given || given.startsWith('-')) {
  console.log(usage)
  process.exit(given ? 0 : 1)
}

try {
  await makePoster(given)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('\nOr give a picture of your own: npm run poster -- path/to/picture.jpg')
  process.exit(1)
}

async function makePoster(from: string) {
  const sourceWidth = await writePoster(ownPoster, from, forPhones)
  if (sourceWidth < 1280) console.log(`\nThe picture is only ${sourceWidth} pixels wide and will look soft.`)
  console.log('\nBuild the page again (npm run build): then nothing in it names the video.')
}

/** In a folder of public/. Returns the first picture's width in pixels. */
async function writePoster(folder: string, ...from: [string, string?]): Promise<number> {
  const places = from.filter((place) => place !== undefined)
  const pictures = await Promise.all(places.map(readPicture))
  const { sourceWidth, ...files } = await encodePoster(...(pictures as [Buffer, Buffer?])).catch(() => {
    throw new Error(
      `${places.join(' or ')} is not a picture that can be read (JPEG, PNG, WebP, AVIF, GIF, SVG or TIFF).`,
    )
  })
  await mkdir(join(publicFolder, folder), { recursive: true })
  for (const [name, bytes] of Object.entries(files)) {
    const file = posterFiles[name as keyof typeof files]
    await writeFile(join(publicFolder, folder, file), bytes)
    console.log(`public${folder}/${file}  ${(bytes.length / 1000).toFixed(0)} KB`)
  }
  return sourceWidth
}

async function readPicture(from: string): Promise<Buffer> {
  return existsSync(from) ? readFile(from) : fetchPicture(thumbnailUrls(from))
}
