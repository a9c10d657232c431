import * as z from 'zod/mini'
import { defaultVideoUrl } from '../supabase/functions/_shared/default-video.ts'
import { type Sender, sender } from '../supabase/functions/_shared/sender.ts'
import { isCaptionsList } from './video/captions.ts'
import { parseVideoSource } from './video/parse-video-source.ts'

const text = z.string('is missing')
const httpUrl = text.check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }))
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
/** The key sizes of AES in bytes, which are all that `crypto.subtle` takes. */
const isAesKey = (value: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(value) && [16, 24, 32].includes(Buffer.from(value, 'base64').length)

/** The kinds of key that a project has: https://supabase.com/docs/guides/api/api-keys */
const secretKey = text.check(
  z.refine((key) => /^sb_secret_[\w-]+$/.test(key), {
    error: ({ input }) => {
      if (/^sb_publishable_/.test(`${input}`))
        return 'is a publishable key, it must be a secret one (sb_secret_…)'
      if (/^eyJ/.test(`${input}`)) return 'is a legacy key, it must be a secret one (sb_secret_…)'
      return 'must be a secret key (sb_secret_…)'
    },
  }),
)

const isHttpsHost = (url: string) => /^https:\/\/[^\s/?#@]+\/?$/i.test(url) && URL.canParse(url)
const isOwnMachine = (url: string) =>
  /^(?:(?:.+\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(new URL(url).hostname)
const publicAddress = text.check(
  z.refine((url) => isHttpsHost(url) && !isOwnMachine(url), {
    error: ({ input }) =>
      isHttpsHost(`${input}`)
        ? 'must not be an address of your own machine'
        : 'must be https and a host alone',
  }),
)

/** What stands for no video where one must be named. */
const noVideo = 'none'
const isVideo = (value: string) => parseVideoSource(value).kind !== 'none'
const sayNone = `(for a page without a video, say ${noVideo})`

/** What says that a page is meant to go live without its sender, its terms or its privacy page. */
export const leftOut = 'none'
const onlyLeftOut = z.optional(z.literal(leftOut, `can only be ${leftOut}`))

/** Links are made by appending a path. */
const withoutSlash = z.overwrite<string>((url) => url.replace(/\/+$/, ''))

/** Every variable of the site. .env.example explains those that an operator sets; the host sets PORT and VERCEL_*. */
const shape = {
  SITE_URL: z.optional(httpUrl.check(withoutSlash)),
  // Any text: one that is no video is said to the visitor (spec 8).
  VIDEO_URL: z._default(z.string(), defaultVideoUrl),
  VIDEO_CAPTIONS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(isCaptionsList, 'must be paths (/training.en.vtt) or https addresses, separated by commas'),
      ),
  ),
  SUPABASE_URL: httpUrl,
  SUPABASE_SECRET_KEY: secretKey,
  PREVIEW_SUPABASE_URL: z.optional(httpUrl),
  SENDER: onlyLeftOut,
  TERMS_LINK: onlyLeftOut,
  PRIVACY_LINK: onlyLeftOut,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z.optional(
    z.string().check(z.refine(isAesKey, 'must be 16, 24 or 32 bytes in base64')),
  ),
  PORT: z._default(z.string().check(z.refine(isPort, 'must be a port number')), '3000'),
  VERCEL: z.optional(z.string()),
  SUPABASE_DB_URL: z.optional(
    z.never('must not be set for the site, since it can read leads: keep it in operator.env alone'),
  ),
  VERCEL_ENV: z.optional(z.string()),
  VERCEL_PROJECT_PRODUCTION_URL: z.optional(
    z.string().check(z.refine((host) => URL.canParse(`https://${host}`), 'must be a host name')),
  ),
}

/** Asked beside the other faults, so that one message names all of them. */
const when = () => true

const captionsCheck = z.refine<{ VIDEO_URL?: string; VIDEO_CAPTIONS_URL?: string }>(
  ({ VIDEO_URL = defaultVideoUrl, VIDEO_CAPTIONS_URL }) =>
    VIDEO_CAPTIONS_URL === undefined || parseVideoSource(VIDEO_URL).kind === 'file',
  {
    path: ['VIDEO_CAPTIONS_URL'],
    error:
      'needs a file in VIDEO_URL: captions of a YouTube video are added in YouTube Studio under Subtitles, those of a Vimeo video in its settings at Vimeo',
    when,
  },
)

type Host = { VERCEL?: string; VERCEL_ENV?: string; SUPABASE_URL?: string; PREVIEW_SUPABASE_URL?: string }

const project = (url = '') => (URL.canParse(url) ? new URL(url).host : undefined)
const hostChecks = [
  z.refine<Host>(({ VERCEL, VERCEL_ENV }) => !VERCEL || VERCEL_ENV !== undefined, {
    path: ['VERCEL_ENV'],
    error:
      'is missing: have Vercel expose its system environment variables, or run vercel pull before vercel build',
    when,
  }),
  z.refine<Host>(
    ({ VERCEL_ENV, SUPABASE_URL, PREVIEW_SUPABASE_URL }) =>
      VERCEL_ENV !== 'preview' || !SUPABASE_URL || project(SUPABASE_URL) === project(PREVIEW_SUPABASE_URL),
    {
      path: ['SUPABASE_URL'],
      error:
        'is set for a preview: set it for Production only, or name in PREVIEW_SUPABASE_URL the same project, to which previews may then write',
      when,
    },
  ),
]

const serverSchema = z.object(shape).check(...hostChecks, captionsCheck)

/** A page can be built before its backend is known; what is given must be right all the same. */
const buildSchema = z
  .object({
    ...shape,
    SUPABASE_URL: z.optional(shape.SUPABASE_URL),
    SUPABASE_SECRET_KEY: z.optional(shape.SUPABASE_SECRET_KEY),
  })
  .check(...hostChecks, captionsCheck)

const productionSchema = z.object({
  ...shape,
  SITE_URL: publicAddress.check(withoutSlash),
  VIDEO_URL: z.string(`is missing ${sayNone}`).check(
    z.refine((value) => isVideo(value) || value === noVideo, `is no video that the page can play ${sayNone}`),
    z.refine(
      (value) => !/^http:/i.test(value),
      'must be https: the page is, so browsers block a video that is not',
    ),
  ),
  SUPABASE_URL: publicAddress,
})

function senderChecks({ legalName, postalAddress, contact, links }: Sender) {
  const demand = (variable: string, isThere: boolean, todo: string) =>
    z.refine<Variables>((variables) => variables[variable] !== undefined || isThere, {
      path: [variable],
      error: `is missing: ${todo} in supabase/functions/_shared/sender.ts (for a page without, say ${leftOut})`,
      when,
    })
  const isLinked = (name: RegExp) => links.some(({ text, href }) => name.test(text) && href)
  return [
    demand(
      'SENDER',
      Boolean(legalName && postalAddress && contact),
      'fill in legalName, postalAddress and contact',
    ),
    demand('TERMS_LINK', isLinked(/terms/i), 'give Terms an href'),
    demand('PRIVACY_LINK', isLinked(/privacy/i), 'give Privacy an href'),
  ]
}

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

/**
 * Throws likewise for all that would let a production build lose leads, play no video, link to another address or collect
 * data without saying who asks and what becomes of them.
 */
export function checkProductionEnv(variables: Variables, from = sender): void {
  parse(productionSchema.check(...senderChecks(from)), variables)
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, variables: Variables): z.infer<Schema> {
  const isSet = ([name, value]: [string, unknown]) => value !== '' || name === 'VIDEO_URL'
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(isSet)))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new Error(`Wrong settings: ${faults.join('; ')}`)
}
