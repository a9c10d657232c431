import sharp from 'sharp'

/** The sizes of YouTube's thumbnails in pixels, and what an ordinary one weighs as JPEG in bytes. */
const sizes = {
  hqdefault: { width: 480, height: 360, bytes: 21_000 },
  sddefault: { width: 640, height: 480, bytes: 38_000 },
  maxresdefault: { width: 1280, height: 720, bytes: 100_000 },
}
const webpShare = 0.65

export type Pictures = Map<string, Buffer>

/** Draws a thumbnail of realistic weight in each size and format; gives them by names like `sddefault.webp`. */
export async function drawPictures(): Promise<Pictures> {
  const files = Object.entries(sizes).flatMap(([name, { width, height, bytes }]) => [
    { name: `${name}.jpg`, draw: weighing(width, height, 'jpeg', bytes) },
    { name: `${name}.webp`, draw: weighing(width, height, 'webp', bytes * webpShare) },
  ])
  return new Map(await Promise.all(files.map(async ({ name, draw }) => [name, await draw] as const)))
}

/** Encodes the scene at the quality whose size comes closest to `bytes`. */
async function weighing(width: number, height: number, format: 'jpeg' | 'webp', bytes: number) {
  const pixels = await sharp(Buffer.from(scene)).resize(width, height, { fit: 'cover' }).png().toBuffer()
  let [low, high] = [1, 100]
  let drawn = Buffer.alloc(0)
  while (low <= high) {
    const quality = Math.floor((low + high) / 2)
    drawn = await sharp(pixels)[format]({ quality }).toBuffer()
    if (drawn.length > bytes) high = quality - 1
    else low = quality + 1
  }
  return drawn
}

/** A face, lines of a title and film grain, the same in every run. */
const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".35" numOctaves="3" seed="7"/></filter>
<linearGradient id="sky" x2="1" y2="1"><stop stop-color="#14213d"/><stop offset="1" stop-color="#e76f51"/></linearGradient>
<rect width="1280" height="720" fill="url(#sky)"/>
<ellipse cx="960" cy="300" rx="130" ry="170" fill="#e0b48c"/><ellipse cx="960" cy="690" rx="280" ry="240" fill="#223"/>
<path d="M60 120h520v90H60zM60 250h640v90H60zM60 380h420v90H60z" fill="#fff"/>
<rect width="1280" height="720" filter="url(#grain)" opacity=".3"/></svg>`
