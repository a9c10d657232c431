import * as z from 'zod/mini'
import { defaultVideoUrl } from '../supabase/functions/_shared/default-video.ts'

const text = z.string('is missing')
const httpUrl = text.check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }))
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
/** The key sizes of AES in bytes, which are all that `crypto.subtle` takes. */
const isAesKey = (value: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(value) && [16, 24, 32].includes(Buffer.from(value, 'base64').length)

/** Every variable of the site. .env.example explains those that an operator sets; the host sets PORT and VERCEL_*. */
const serverSchema = z.object({
  SITE_URL: z.optional(httpUrl),
  // Any text: one that is no video is said to the visitor (spec 8).
  VIDEO_URL: z._default(z.string(), defaultVideoUrl),
  SUPABASE_URL: httpUrl,
  SUPABASE_SECRET_KEY: text,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z.optional(
    z.string().check(z.refine(isAesKey, 'must be 16, 24 or 32 bytes in base64')),
  ),
  PORT: z._default(z.string().check(z.refine(isPort, 'must be a port number')), '3000'),
  VERCEL_ENV: z.optional(z.string()),
  VERCEL_PROJECT_PRODUCTION_URL: z.optional(
    z.string().check(z.refine((host) => URL.canParse(`https://${host}`), 'must be a host name')),
  ),
})

/** A page can be built before its backend is known; what is given must be right all the same. */
const buildSchema = z.partial(serverSchema, { SUPABASE_URL: true, SUPABASE_SECRET_KEY: true })

export type ServerEnv = z.infer<typeof serverSchema>
export type BuildEnv = z.infer<typeof buildSchema>
type Variables = Record<string, string | undefined>

/**
 * What a running server works with. An empty variable counts as one that is not set, but for VIDEO_URL.
 * Throws one error that names every missing or wrong variable, never its value.
 */
export function parseServerEnv(variables: Variables): ServerEnv {
  return parse(serverSchema, variables)
}

/** What a build works with: likewise, and nothing of the backend need be there. */
export function parseBuildEnv(variables: Variables): BuildEnv {
  return parse(buildSchema, variables)
}

function parse<Schema extends z.ZodMiniObject>(schema: Schema, variables: Variables): z.infer<Schema> {
  const isSet = ([name, value]: [string, unknown]) => value !== '' || name === 'VIDEO_URL'
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(isSet)))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new Error(`Wrong settings: ${faults.join('; ')}`)
}
