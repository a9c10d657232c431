import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProductionEnv, parseBuildEnv, parseServerEnv } from './env-schema.ts'
import { sample } from './video/sample.ts'

const backend = {
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEY: 'sb_secret_example',
}
const production = {
  ...backend,
  SITE_SECRET: 'a secret of the site that has enough characters',
  SITE_URL: 'https://www.example.com',
  VIDEO_URL: 'https://youtu.be/aqz-KE-bpKQ',
  SENDER: 'none',
  TERMS_LINK: 'none',
  PRIVACY_LINK: 'none',
}
const preview = { ...backend, VERCEL_ENV: 'preview' }

const notForPreviews =
  'SUPABASE_URL is set for a preview: set it for Production only, or set PREVIEW_SUPABASE_URL to the same project to let previews write to it'

const faults = {
  'SUPABASE_URL is missing': { SUPABASE_URL: undefined },
  'SUPABASE_SECRET_KEY is missing': { SUPABASE_SECRET_KEY: '' },
  'SUPABASE_SECRET_KEY is a publishable key, it must be a secret one (sb_secret_…)': {
    SUPABASE_SECRET_KEY: 'sb_publishable_example',
  },
  'SUPABASE_SECRET_KEY is a legacy key, it must be a secret one (sb_secret_…)': {
    SUPABASE_SECRET_KEY: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x',
  },
  'SUPABASE_SECRET_KEY must be a secret key (sb_secret_…)': { SUPABASE_SECRET_KEY: 'sb_secret_two words' },
  'SUPABASE_URL must be an http(s) address': { SUPABASE_URL: 'project.supabase.co' },
  'SITE_URL must be an http(s) address': { SITE_URL: 'www.example.com' },
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be 16, 24 or 32 bytes in base64': {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'c2hvcnQ=',
  },
  'SITE_SECRET must have at least 32 characters: npm run setup makes it, and so does `openssl rand -base64 32`':
    {
      SITE_SECRET: 'short',
    },
  'PORT must be a port number': { PORT: '70000' },
  'VERCEL_PROJECT_PRODUCTION_URL must be a host name': { VERCEL_PROJECT_PRODUCTION_URL: 'two words' },
  'VERCEL_ENV is missing: turn on system environment variables at Vercel, or run vercel pull before vercel build':
    { VERCEL: '1' },
  'VIDEO_CAPTIONS_URL must be paths (/training.en.vtt) or https addresses, separated by commas': {
    VIDEO_URL: '/training.mp4',
    VIDEO_CAPTIONS_URL: '/training.en.vtt,training.fr.vtt',
  },
  'SUPABASE_DB_URL must not be set for the site, because it can read leads: keep it in operator.env only': {
    SUPABASE_DB_URL: 'postgres://postgres:password@db.example.com/postgres',
  },
  'BACKUP_DB_URL must not be set for the site, because it can read leads: keep it in operator.env only': {
    BACKUP_DB_URL: 'postgres://backup_operator:password@db.example.com/postgres',
  },
  [notForPreviews]: { VERCEL_ENV: 'preview', PREVIEW_SUPABASE_URL: 'https://other.supabase.co' },
}

for (const [message, variables] of Object.entries(faults)) {
  test(`the only fault named is “${message}”`, () => {
    assert.throws(() => parseServerEnv({ ...backend, ...variables }), {
      message: `Wrong settings: ${message}`,
    })
  })
}

for (const VIDEO_URL of ['', 'none', 'https://vimeo.com/304887422']) {
  test(`captions beside ${JSON.stringify(VIDEO_URL)} are refused, with where they are added instead`, () => {
    const variables = { ...backend, VIDEO_URL, VIDEO_CAPTIONS_URL: '/training.en.vtt', PORT: 'x' }
    const message =
      'Wrong settings: PORT must be a port number; VIDEO_CAPTIONS_URL works only with a file in VIDEO_URL: add captions of a YouTube video in YouTube Studio, and of a Vimeo video at Vimeo'
    assert.throws(() => parseServerEnv(variables), { message })
    assert.throws(() => parseBuildEnv(variables), { message })
  })
}

test('captions of a video file are taken, and an empty list means none', () => {
  const file = { ...backend, VIDEO_URL: 'https://cdn.example.com/training.mp4' }
  assert.equal(parseServerEnv({ ...file, VIDEO_CAPTIONS_URL: '/a.vtt' }).VIDEO_CAPTIONS_URL, '/a.vtt')
  assert.equal(parseServerEnv({ ...file, VIDEO_CAPTIONS_URL: '' }).VIDEO_CAPTIONS_URL, undefined)
  assert.equal(parseServerEnv({ ...backend, VIDEO_CAPTIONS_URL: '' }).VIDEO_CAPTIONS_URL, undefined)
})

const noVideo = 'VIDEO_URL is not a video that the page can play (for a page without a video, set it to none)'
const inSenderFile = 'in site/sender.ts (for a page without, set it to none)'
const noSender = `SENDER is missing: fill in legalName, postalAddress and contact ${inSenderFile}`
const noSecret = 'SITE_SECRET is missing: npm run setup makes it, and so does `openssl rand -base64 32`'
const noTerms = `TERMS_LINK is missing: give Terms an href ${inSenderFile}`
const noPrivacy = `PRIVACY_LINK is missing: give Privacy an href ${inSenderFile}`
const productionFaults: [string, Record<string, string | undefined>][] = [
  ['SITE_URL is missing', { SITE_URL: '' }],
  ['SITE_URL must be https:// and a host, without a path', { SITE_URL: 'http://www.example.com' }],
  ['SITE_URL must be https:// and a host, without a path', { SITE_URL: 'https://www.example.com/training' }],
  [
    'SITE_URL must be https:// and a host, without a path',
    { SITE_URL: 'https://www.example.com/?utm_source=x' },
  ],
  ['SITE_URL must not be an address of your own machine', { SITE_URL: 'https://localhost:3000' }],
  ['SITE_URL must not be an address of your own machine', { SITE_URL: 'https://127.0.0.1/' }],
  ['SUPABASE_URL is missing', { SUPABASE_URL: undefined }],
  [
    'SUPABASE_URL must be https:// and a host, without a path',
    { SUPABASE_URL: 'https://project.supabase.co/rest/v1' },
  ],
  ['SUPABASE_URL must be https:// and a host, without a path', { SUPABASE_URL: 'http://127.0.0.1:54321' }],
  ['SUPABASE_SECRET_KEY is missing', { SUPABASE_SECRET_KEY: undefined }],
  [
    'SUPABASE_SECRET_KEY is a publishable key, it must be a secret one (sb_secret_…)',
    { SUPABASE_SECRET_KEY: 'sb_publishable_example' },
  ],
  [noSecret, { SITE_SECRET: '' }],
  ['VIDEO_URL is missing (for a page without a video, set it to none)', { VIDEO_URL: undefined }],
  [noSender, { SENDER: '' }],
  [noTerms, { TERMS_LINK: '' }],
  [noPrivacy, { PRIVACY_LINK: '' }],
  ['PRIVACY_LINK can only be none', { PRIVACY_LINK: 'https://www.example.com/privacy' }],
  [
    'VIDEO_URL must be https, because browsers block an http video on an https page',
    { VIDEO_URL: 'http://cdn.example.com/training.mp4' },
  ],
  [noVideo, { VIDEO_URL: '' }],
  [noVideo, { VIDEO_URL: 'https://www.youtube.com/@channel' }],
]

test('a production build with a consent text of another brand is refused', () => {
  const other = 'I agree to texts from Somebody Else about the training.'
  assert.throws(() => checkProductionEnv(production, undefined, other), {
    message: /^Wrong settings: site\/consent-texts\.ts does not name /,
  })
})

for (const [message, variables] of productionFaults) {
  test(`a production build with ${JSON.stringify(variables)} is refused with “${message}”`, () => {
    assert.throws(() => checkProductionEnv({ ...production, ...variables }), {
      message: `Wrong settings: ${message}`,
    })
  })
}

test('a production build accepts a trailing slash and the video “none”', () => {
  checkProductionEnv({
    ...production,
    SITE_URL: 'https://www.example.com/',
    SUPABASE_URL: 'https://x.example/',
  })
  checkProductionEnv({ ...production, VIDEO_URL: 'none' })
})

test('no build cuts the sender: one that does not fit behind the consent text fails it', () => {
  const from = { legalName: 'Example Ltd', postalAddress: 'x'.repeat(1_000 - 13), links: [] }
  parseBuildEnv({}, from)
  const longer = { ...from, postalAddress: `${from.postalAddress}x` }
  const sentence = /^Wrong settings: SENDER is too long: .+ have 1001 bytes together, and at most 1000 fit/
  assert.throws(() => parseBuildEnv({}, longer), { message: sentence })
  assert.throws(() => checkProductionEnv(production, longer), { message: sentence })
})

test('a production build of a page that names its sender needs no SENDER', () => {
  const links = (privacy?: string) => [
    { text: 'Terms', href: '/terms' },
    { text: 'Privacy', href: privacy },
  ]
  const whole = {
    legalName: 'Example Ltd',
    postalAddress: '1 Main Street',
    contact: 'hello@example.com',
    links: links('/privacy'),
  }
  const { SENDER: _s, TERMS_LINK: _t, PRIVACY_LINK: _p, ...variables } = production
  checkProductionEnv(variables, whole)
  for (const href of [undefined, ''])
    assert.throws(() => checkProductionEnv(variables, { ...whole, links: links(href) }), /PRIVACY_LINK/)
  for (const part of ['legalName', 'postalAddress', 'contact'])
    assert.throws(() => checkProductionEnv(variables, { ...whole, [part]: '' }), /SENDER/)
})

test('one message names every fault and no value', () => {
  const variables = {
    ...{ SITE_URL: 'ftp://secret.example', SUPABASE_URL: 'https://secret.example', PORT: 'secret' },
    VERCEL_ENV: 'preview',
  }
  assert.throws(() => parseServerEnv(variables), {
    message: `Wrong settings: SITE_URL must be an http(s) address; SUPABASE_SECRET_KEY is missing; PORT must be a port number; ${notForPreviews}`,
  })
  assert.throws(() => checkProductionEnv({}), {
    message: `Wrong settings: SITE_URL is missing; VIDEO_URL is missing (for a page without a video, set it to none); SUPABASE_URL is missing; SUPABASE_SECRET_KEY is missing; ${noSecret}; ${noSender}; ${noTerms}; ${noPrivacy}`,
  })
})

test('a build needs no backend, but refuses a wrong one', () => {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = parseBuildEnv({ SUPABASE_URL: '' })
  assert.deepEqual([SUPABASE_URL, SUPABASE_SECRET_KEY], [undefined, undefined])
  assert.throws(() => parseBuildEnv({ SITE_URL: 'nowhere', SUPABASE_URL: 'nowhere' }), {
    message: 'Wrong settings: SITE_URL must be an http(s) address; SUPABASE_URL must be an http(s) address',
  })
})

test('a preview is built without a backend, or with one that is named for previews', () => {
  parseBuildEnv({ VERCEL_ENV: 'preview', PREVIEW_SUPABASE_URL: preview.SUPABASE_URL })
  parseBuildEnv({ ...preview, PREVIEW_SUPABASE_URL: `${preview.SUPABASE_URL}/` })
  assert.throws(() => parseBuildEnv(preview), { message: `Wrong settings: ${notForPreviews}` })
})

test('a trailing slash of the site’s address is dropped', () => {
  assert.equal(parseBuildEnv({ SITE_URL: 'https://www.example.com/' }).SITE_URL, 'https://www.example.com')
})

test('an empty variable counts as not set, and an empty video as none', () => {
  const env = parseServerEnv({ ...backend, SITE_URL: '', PORT: '', VIDEO_URL: '' })
  assert.deepEqual([env.SITE_URL, env.PORT, env.VIDEO_URL], [undefined, '3000', ''])
  assert.equal(parseServerEnv(backend).VIDEO_URL, sample.video)
})
