import 'server-only'
import { parseBuildEnv, parseServerEnv } from './env-schema'
import { readCaptions } from './video/captions'
import { withSample } from './video/sample'

let built: ReturnType<typeof parseBuildEnv> | undefined
let served: ReturnType<typeof parseServerEnv> | undefined

function pageEnv() {
  built ??= parseBuildEnv(process.env)
  return built
}

/** Returns the settings for a running server. Throws an error that names every wrong variable. */
export function serverEnv() {
  served ??= parseServerEnv(process.env)
  return served
}

/** Returns the address of the gated video, or '' if VIDEO_URL is empty. */
export const videoUrl = () => pageEnv().VIDEO_URL

/** Returns the captions of the gated video, or undefined if the operator has set none for it. */
export function captions() {
  const { VIDEO_CAPTIONS_URL } = withSample(pageEnv())
  return VIDEO_CAPTIONS_URL === undefined ? undefined : readCaptions(VIDEO_CAPTIONS_URL, siteUrl())
}

/** Returns the public address of the page. */
export function siteUrl(): string {
  const { SITE_URL, VERCEL_PROJECT_PRODUCTION_URL: host, PORT } = pageEnv()
  return SITE_URL ?? (host ? `https://${host}` : `http://localhost:${PORT}`)
}
