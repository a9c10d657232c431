import sharp from 'sharp'
import { missingThumbnailWidth } from '../../lib/video/thumbnail.ts'

const timeoutMs = 15_000

/** Fetches the first picture that there is. Throws an error that names each address with what was wrong there. */
export async function fetchPicture(urls: string[]): Promise<Buffer> {
  const failures: string[] = []
  for (const url of urls) {
    try {
      return await fetchOne(url)
    } catch (error) {
      failures.push(`  ${url}: ${reason(error)}`)
    }
  }
  throw new Error(['No picture could be fetched:', ...failures].join('\n'))
}

async function fetchOne(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`the answer was ${response.status}`)
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('image/')) throw new Error(`it is not a picture but ${type}`)
  const picture = Buffer.from(await response.arrayBuffer())
  const { width } = await sharp(picture).metadata()
  if (width <= missingThumbnailWidth) throw new Error('there is no picture in this size')
  return picture
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  // `fetch failed` hides what failed: no network, an unknown host, a refused connection.
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
