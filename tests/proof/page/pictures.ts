import sharp from 'sharp'

const sizes = { hqdefault: [480, 360], sddefault: [640, 480], maxresdefault: [1280, 720] }

export type Pictures = Map<string, Buffer>

/**
 * Draws a thumbnail in each size and format. The files are about as large as real ones. Returns them under names like
 * `sddefault.webp`.
 */
export async function drawPictures(): Promise<Pictures> {
  const files = Object.entries(sizes).flatMap(([name, [width, height]]) =>
    Object.entries({ jpg: 'jpeg', webp: 'webp' } as const).map(async ([ending, format]) => {
      const picture = sharp(Buffer.from(scene)).resize(width, height, { fit: 'cover' })
      return [`${name}.${ending}`, await picture.toFormat(format).toBuffer()] as const
    }),
  )
  return new Map(await Promise.all(files))
}

/** The picture shows a face, the lines of a title and film grain. It is the same in every run. */
const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".35" numOctaves="3" seed="7"/></filter>
<linearGradient id="sky" x2="1" y2="1"><stop stop-color="#14213d"/><stop offset="1" stop-color="#e76f51"/></linearGradient>
<rect width="1280" height="720" fill="url(#sky)"/>
<ellipse cx="960" cy="300" rx="130" ry="170" fill="#e0b48c"/><ellipse cx="960" cy="690" rx="280" ry="240" fill="#223"/>
<path d="M60 120h520v90H60zM60 250h640v90H60zM60 380h420v90H60z" fill="#fff"/>
<rect width="1280" height="720" filter="url(#grain)" opacity=".3"/></svg>`
