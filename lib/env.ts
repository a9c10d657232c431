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

/** Throws an error that names every wrong variable. */
export function serverEnv() {
  served ??= parseServerEnv(process.env)
  return served
}

/**
 * Stays when the API key is replaced: otherwise all visitors would count as strangers. A server without one
 * uses the API key, to take leads still; the doctor says so.
 */
export function siteSecret(): string {
  const { SITE_SECRET, SUPABASE_SECRET_KEY } = serverEnv()
  return SITE_SECRET ?? SUPABASE_SECRET_KEY
}

export const videoUrl = () => pageEnv().VIDEO_URL

/** Of the gated video, if the operator has set any. */
export function captions() {
  const { VIDEO_CAPTIONS_URL } = withSample(pageEnv())
  return VIDEO_CAPTIONS_URL === undefined ? undefined : readCaptions(VIDEO_CAPTIONS_URL, siteUrl())
}

export function siteUrl(): string {
  const { SITE_URL, VERCEL_PROJECT_PRODUCTION_URL: host, PORT } = pageEnv()
  return SITE_URL ?? (host ? `https://${host}` : `http://127.0.0.1:${PORT}`)
}
