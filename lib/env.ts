import 'server-only'
import * as z from 'zod/mini'
import { defaultVideoUrl } from '@/supabase/functions/_shared/default-video'

const required = z.string('is missing').check(z.minLength(1, 'is missing'))

const envSchema = z.object({
  SUPABASE_URL: required.check(z.url('is not a URL')),
  SUPABASE_SECRET_KEY: required,
})

/**
 * The backend to call, read at its first use.
 * Throws an error that names each variable that is missing or malformed, never its value.
 */
export function backendEnv(): z.infer<typeof envSchema> {
  const env = envSchema.safeParse(process.env)
  if (env.success) return env.data
  throw new Error(env.error.issues.map((issue) => `${issue.path.join()} ${issue.message}.`).join(' '))
}

/** The gated video's address; empty when the operator set it to nothing. */
export function videoUrl(): string {
  return process.env.VIDEO_URL ?? defaultVideoUrl
}

/** The public address of the page, for canonical links and previews. */
export function siteUrl(): string {
  const { SITE_URL, VERCEL_PROJECT_PRODUCTION_URL: host, PORT = '3000' } = process.env
  return SITE_URL || (host ? `https://${host}` : `http://localhost:${PORT}`)
}
