import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePoster } from '../../build/poster/encode-poster.ts'
import { ownPoster, posterFiles } from '../../lib/video/poster.ts'
import { buildSite, copyProject } from '../../tests/kit/copy-project.ts'
import { hostedVideo } from '../../tests/kit/hosted-video.ts'

export type Variant = 'thumbnail' | 'own-poster'

/** Builds a copy with the host's thumbnail or its own poster. Returns the folder. Throws what a failed build printed. */
export async function buildVariant(name: Variant, picture: Buffer): Promise<string> {
  const folder = copyProject(join('page', name))
  rmSync(join(folder, 'public', ownPoster), { recursive: true, force: true })
  if (name === 'own-poster') await writePoster(join(folder, 'public', ownPoster), picture)

  buildSite(folder, { VIDEO_URL: hostedVideo, SITE_URL: 'https://www.example.com' })
  return folder
}

async function writePoster(folder: string, picture: Buffer) {
  const { phone, wide, jpeg } = await encodePoster(picture)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries({ phone, wide, jpeg })) {
    writeFileSync(join(folder, posterFiles[name as keyof typeof posterFiles]), bytes)
  }
}
