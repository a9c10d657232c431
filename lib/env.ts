import 'server-only'
import { type BuildEnv, parseBuildEnv, parseServerEnv, type ServerEnv } from './env-schema'
import { type Captions, readCaptions } from './video/captions'

let built: BuildEnv | undefined
let served: ServerEnv | undefined

/** What the pages are rendered with, while the site is built as well as later. Throws as `parseBuildEnv` does. */
function pageEnv(): BuildEnv {
  built ??= parseBuildEnv(process.env)
  return built
}

/** The server's environment with the backend to call, parsed at its first use. Throws as `parseServerEnv` does. */
export function serverEnv(): ServerEnv {
  served ??= parseServerEnv(process.env)
  return served
}

/** The gated video's address; empty when the operator set it to nothing. */
export function videoUrl(): string {
  return pageEnv().VIDEO_URL
}

/** The captions of the gated video; undefined when the operator set none. */
export function captions(): Captions | undefined {
  const { VIDEO_CAPTIONS_URL } = pageEnv()
  return VIDEO_CAPTIONS_URL === undefined ? undefined : readCaptions(VIDEO_CAPTIONS_URL, siteUrl())
}

/** The public address of the page, for canonical links and previews. */
export function siteUrl(): string {
  const { SITE_URL, VERCEL_PROJECT_PRODUCTION_URL: host, PORT } = pageEnv()
  return SITE_URL ?? (host ? `https://${host}` : `http://localhost:${PORT}`)
}
