import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodePoster } from '../../build/poster/encode-poster.ts'
import { ownPoster } from '../../lib/video/own-poster.ts'
import { buildSite, copyProject } from '../harness/copy-project.ts'

export type Variant = 'thumbnail' | 'own-poster'

/** Builds a copy with the host's thumbnail or with an own poster; gives the folder, throws what a failed build printed. */
export async function buildVariant(name: Variant, picture: Buffer): Promise<string> {
  const folder = copyProject(join('page', name))
  rmSync(join(folder, 'public', dirname(ownPoster.wide)), { recursive: true, force: true })
  if (name === 'own-poster') await writePoster(join(folder, 'public'), picture)

  buildSite(folder, { VIDEO_URL: undefined, SITE_URL: 'https://www.example.com' })
  return folder
}

async function writePoster(folder: string, picture: Buffer) {
  const { phone, wide, jpeg } = await encodePoster(picture)
  mkdirSync(join(folder, dirname(ownPoster.wide)), { recursive: true })
  for (const [name, bytes] of Object.entries({ phone, wide, jpeg })) {
    writeFileSync(join(folder, ownPoster[name as keyof typeof ownPoster]), bytes)
  }
}
