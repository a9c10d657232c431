import * as z from 'zod/mini'
import { brand } from '../site/brand.ts'
import { consentText } from '../site/consent-texts.ts'
import { type Sender, sender } from '../site/sender.ts'
import { consentSource, maxSourceBytes } from './lead/consent-source.ts'
import { isCaptionsList } from './video/captions.ts'
import { parseVideoSource } from './video/parse-video-source.ts'
import { sample } from './video/sample.ts'

const text = z.string('is missing')
const httpUrl = text.check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }))
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const isAesKey = (value: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(value) && [16, 24, 32].includes(Buffer.from(value, 'base64').length)

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

const makeSecret = 'npm run setup makes it, and so does `openssl rand -base64 32`'
const siteSecret = z
  .string(`is missing: ${makeSecret}`)
  .check(z.minLength(32, `must have at least 32 characters: ${makeSecret}`))

const isHttpsHost = (url: string) => /^https:\/\/[^\s/?#@]+\/?$/i.test(url) && URL.canParse(url)
/** Throws for anything but a URL. */
export const isOwnMachine = (url: string) =>
  /^(?:(?:.+\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(new URL(url).hostname)
const publicAddress = text.check(
  z.refine((url) => isHttpsHost(url) && !isOwnMachine(url), {
    error: ({ input }) =>
      isHttpsHost(`${input}`)
        ? 'must not be an address of your own machine'
        : 'must be https:// and a host, without a path',
  }),
)

const noVideo = 'none'
const isVideo = (value: string) => parseVideoSource(value).kind !== 'none'
const sayNone = `(for a page without a video, set it to ${noVideo})`

/** With this as SENDER, TERMS_LINK or PRIVACY_LINK, the page may go live without it. */
export const leftOut = 'none'
const onlyLeftOut = z.optional(z.literal(leftOut, `can only be ${leftOut}`))
const onlyInOperatorFile = z.optional(
  z.never('must not be set for the site, because it can read leads: keep it in operator.env only'),
)

const withoutSlash = z.overwrite<string>((url) => url.replace(/\/+$/, ''))

/** Vercel sets VERCEL_*. .env.example explains the others. */
const shape = {
  SITE_URL: z.optional(httpUrl.check(withoutSlash)),
  // Any text: the page says if it is not a video's address (spec 2).
  VIDEO_URL: z._default(z.string(), sample.video),
  VIDEO_CAPTIONS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(isCaptionsList, 'must be paths (/training.en.vtt) or https addresses, separated by commas'),
      ),
  ),
  SUPABASE_URL: httpUrl,
  SUPABASE_SECRET_KEY: secretKey,
  SITE_SECRET: z.optional(siteSecret),
  PREVIEW_SUPABASE_URL: z.optional(httpUrl),
  SENDER: onlyLeftOut,
  TERMS_LINK: onlyLeftOut,
  PRIVACY_LINK: onlyLeftOut,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z.optional(
    z.string().check(z.refine(isAesKey, 'must be 16, 24 or 32 bytes in base64')),
  ),
  PORT: z._default(z.string().check(z.refine(isPort, 'must be a port number')), '3000'),
  VERCEL: z.optional(z.string()),
  SUPABASE_DB_URL: onlyInOperatorFile,
  BACKUP_DB_URL: onlyInOperatorFile,
  VERCEL_ENV: z.optional(z.string()),
  VERCEL_PROJECT_PRODUCTION_URL: z.optional(
    z.string().check(z.refine((host) => URL.canParse(`https://${host}`), 'must be a host name')),
  ),
}

/** All that the page reads, in a build or later. */
export const pageVariables = Object.keys(shape)

type Variables = Record<string, string | undefined>

/** Runs even after a failed check, so that one error reports all faults. */
const rule = (name: string, error: string, holds: (env: Variables) => boolean) =>
  z.refine<Variables>(holds, { path: [name], error, when: () => true })

/** The sender is evidence of consent, which is never cut. */
const senderFits = (from: Sender) => {
  const bytes = Buffer.byteLength(consentSource(from))
  return rule(
    'SENDER',
    `is too long: the texts in site/sender.ts have ${bytes} bytes together, and at most ${maxSourceBytes} fit behind the consent text`,
    () => bytes <= maxSourceBytes,
  )
}

const project = (url = '') => URL.parse(url)?.host
const rules = [
  rule(
    'VERCEL_ENV',
    'is missing: turn on system environment variables at Vercel, or run vercel pull before vercel build',
    ({ VERCEL, VERCEL_ENV }) => !VERCEL || VERCEL_ENV !== undefined,
  ),
  rule(
    'SUPABASE_URL',
    'is set for a preview: set it for Production only, or set PREVIEW_SUPABASE_URL to the same project to let previews write to it',
    ({ VERCEL_ENV, SUPABASE_URL, PREVIEW_SUPABASE_URL }) =>
      VERCEL_ENV !== 'preview' || !SUPABASE_URL || project(SUPABASE_URL) === project(PREVIEW_SUPABASE_URL),
  ),
  rule(
    'VIDEO_CAPTIONS_URL',
    'works only with a file in VIDEO_URL: add captions of a YouTube video in YouTube Studio, and of a Vimeo video at Vimeo',
    ({ VIDEO_URL = sample.video, VIDEO_CAPTIONS_URL }) =>
      VIDEO_CAPTIONS_URL === undefined || parseVideoSource(VIDEO_URL).kind === 'file',
  ),
]

const serverSchema = z.object(shape).check(...rules)

const buildSchema = z
  .object({
    ...shape,
    SUPABASE_URL: z.optional(shape.SUPABASE_URL),
    SUPABASE_SECRET_KEY: z.optional(shape.SUPABASE_SECRET_KEY),
  })
  .check(...rules)

const productionSchema = z.object({
  ...shape,
  SITE_URL: publicAddress.check(withoutSlash),
  VIDEO_URL: z.string(`is missing ${sayNone}`).check(
    z.refine(
      (value) => isVideo(value) || value === noVideo,
      `is not a video that the page can play ${sayNone}`,
    ),
    z.refine(
      (value) => !/^http:/i.test(value),
      'must be https, because browsers block an http video on an https page',
    ),
  ),
  SUPABASE_URL: publicAddress,
  SITE_SECRET: siteSecret,
})

function senderRules(from: Sender, agreedTo: string) {
  const { legalName, postalAddress, contact, links } = from
  const demand = (name: string, isThere: boolean, todo: string) =>
    rule(
      name,
      `is missing: ${todo} in site/sender.ts (for a page without, set it to ${leftOut})`,
      (variables) => variables[name] !== undefined || isThere,
    )
  const isLinked = (name: RegExp) => links.some(({ text, href }) => name.test(text) && href)
  const isNamed = Boolean(legalName && postalAddress && contact)
  return [
    rule(
      'site/consent-texts.ts',
      `does not name ${brand}: write the brand's name into a new version of the text`,
      () => agreedTo.includes(` ${brand} `),
    ),
    senderFits(from),
    demand('SENDER', isNamed, 'fill in legalName, postalAddress and contact'),
    demand('TERMS_LINK', isLinked(/terms/i), 'give Terms an href'),
    demand('PRIVACY_LINK', isLinked(/privacy/i), 'give Privacy an href'),
  ]
}

/** For a running server. Throws one error that names all missing or wrong variables and shows no value. */
export const parseServerEnv = (variables: Variables) => parse(serverSchema, variables)

/** For a build. The backend's settings may be missing. Throws the same error as parseServerEnv. */
export const parseBuildEnv = (variables: Variables, from = sender) =>
  parse(buildSchema.check(senderFits(from)), variables)

/**
 * Throws if a production build would lose leads, not play the video, have a wrong URL, or not say who
 * collects the data, also in the consent text (`agreedTo`).
 */
export const checkProductionEnv = (variables: Variables, from = sender, agreedTo: string = consentText) =>
  parse(productionSchema.check(...senderRules(from, agreedTo)), variables)

function parse<Schema extends z.ZodMiniType>(schema: Schema, variables: Variables): z.infer<Schema> {
  const isSet = ([name, value]: [string, unknown]) => value !== '' || name === 'VIDEO_URL'
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(isSet)))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new Error(`Wrong settings: ${faults.join('; ')}`)
}
