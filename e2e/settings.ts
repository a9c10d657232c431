import { randomBytes } from 'node:crypto'
import { testDistDir } from '../build/dist-dir.ts'

// Handed on by the environment, so that every worker of the suite has the same.
process.env.LOCAL_SECRET_KEY ??= `sb_secret_${randomBytes(24).toString('base64url')}`

// Every server of the suite serves the build that was made for the tests.
process.env.NEXT_DIST_DIR = testDistDir

export const secretKey = process.env.LOCAL_SECRET_KEY
export const siteUrl = 'http://localhost:3100'
export const gatewayUrl = 'http://127.0.0.1:3111'
export const deskUrl = 'http://localhost:3113'
export const inboxUrl = 'http://127.0.0.1:3114'

/** Begun anew by each run. */
export const dataDir = '.local/e2e'
/** Every line that a part of the stack logs. */
export const stackLog = `${dataDir}/stack.log`

/** Ports apart from those of a stack that a developer has running, and below those that outgoing connections take. */
export const stackEnv = {
  PORT: '3100',
  GATEWAY_PORT: '3111',
  DESK_PORT: '3113',
  INBOX_PORT: '3114',
  SMTP_PORT: '3115',
  FUNCTION_PORT: '3116',
  LOCAL_SECRET_KEY: secretKey,
  LOCAL_DATA_DIR: dataDir,
  OWNER_EMAIL: 'owner@example.com',
}

/** Further servers of the same build, each with one setting that differs. */
export const variants = {
  vimeo: { port: 3101, env: { VIDEO_URL: 'https://vimeo.com/304887422/34c51f7a09' } },
  file: { port: 3102, env: { VIDEO_URL: 'https://cdn.example.com/training.mp4' } },
  /** Captions on the site itself, beside a video on another host. */
  captions: {
    port: 3108,
    env: {
      VIDEO_URL: 'https://cdn.example.com/training.wav',
      VIDEO_CAPTIONS_URL: '/training.en.vtt,/training.fr.vtt',
    },
  },
  hostCaptions: {
    port: 3109,
    env: {
      VIDEO_URL: 'https://cdn.example.com/training.wav',
      VIDEO_CAPTIONS_URL: 'https://cdn.example.com/training.pt-BR.vtt,/training.vtt',
    },
  },
  /** A video of the page's own host. */
  own: { port: 3112, env: { VIDEO_URL: '/training.mp4' } },
  unset: { port: 3103, env: { VIDEO_URL: '' } },
  unrecognised: { port: 3104, env: { VIDEO_URL: 'https://www.youtube.com/@channel' } },
  down: { port: 3106, env: { SUPABASE_URL: 'http://127.0.0.1:3118' } },
  /** Calls a backend that each test stands up as it needs. */
  faulty: { port: 3105, env: { SUPABASE_URL: 'http://127.0.0.1:3119' } },
}

/** The development server, which has the lead go to the same backend. */
export const developmentPort = 3107
export const developmentUrl = `http://localhost:${developmentPort}/`

/** The address of a variant's page. */
export function variantUrl(name: keyof typeof variants): string {
  return `http://localhost:${variants[name].port}`
}
