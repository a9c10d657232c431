import sharp from 'sharp'

/** Without a thumbnail in this size, YouTube sends a grey picture of this width in pixels. */
const missingThumbnailWidth = 120
const timeoutMs = 15_000

/** The first that exists. Throws an error that says what was wrong with each URL. */
export async function fetchPicture(urls: string[]): Promise<Buffer> {
  const failures: string[] = []
  for (const url of urls) {
    try {
      return await fetchOne(url)
    } catch (error) {
      failures.push(`  ${url}: ${reason(error as Error)}`)
    }
  }
  throw new Error(['Could not fetch a picture:', ...failures].join('\n'))
}

async function fetchOne(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`the answer was ${response.status}`)
  const type = response.headers.get('content-type') ?? 'nothing'
  // Storage may name any type, so the content decides. A film or a page is not loaded.
  if (/^(?:video|audio|text)\//i.test(type)) throw new Error(`it is not a picture but ${type}`)
  const picture = Buffer.from(await response.arrayBuffer())
  const { width } = await sharp(picture).metadata()
  if (width <= missingThumbnailWidth) throw new Error('there is no picture in this size')
  return picture
}

function reason(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  // The message is only `fetch failed`; `cause` has the reason.
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
