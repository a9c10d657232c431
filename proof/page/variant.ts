import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testDistDir } from '../../build/dist-dir.ts'
import { encodePoster } from '../../build/poster/encode-poster.ts'
import { ownPoster } from '../../lib/video/own-poster.ts'

export type Variant = 'thumbnail' | 'own-poster'

const project = join(import.meta.dirname, '../..')
/** What a build makes itself, what proves the product, and the lockfile, beside which Next looks for the packages. */
const leftOut = /^(?:node_modules|test-results|playwright-report|proof|e2e|package-lock\.json|\..*)$/
const tests = /[\\/]tests$|\.test\.ts$/

/**
 * Builds the page in a folder of its own, apart from the project's build, with the host's thumbnail or with an own poster
 * made of a picture; gives the folder, throws what a failed build printed.
 */
export async function buildVariant(name: Variant, picture: Buffer): Promise<string> {
  const folder = join(project, '.local/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(project).filter((name) => !leftOut.test(name))) {
    cpSync(join(project, entry), join(folder, entry), {
      recursive: true,
      filter: (from) => !tests.test(from),
    })
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  // Without it Tailwind searches every package for class names.
  writeFileSync(join(folder, '.gitignore'), `node_modules\n${testDistDir}\n`)

  rmSync(join(folder, 'public', dirname(ownPoster.wide)), { recursive: true, force: true })
  if (name === 'own-poster') await writePoster(join(folder, 'public'), picture)

  const env = { ...process.env, VIDEO_URL: undefined, SITE_URL: 'https://www.example.com' }
  const { status, stdout } = spawnSync(process.execPath, ['build/run.ts', '--test'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build with ${name} failed:\n${stdout}`)
  return folder
}

async function writePoster(folder: string, picture: Buffer) {
  const { phone, wide, jpeg } = await encodePoster(picture)
  mkdirSync(join(folder, dirname(ownPoster.wide)), { recursive: true })
  for (const [name, bytes] of Object.entries({ phone, wide, jpeg })) {
    writeFileSync(join(folder, ownPoster[name as keyof typeof ownPoster]), bytes)
  }
}
