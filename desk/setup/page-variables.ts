import { createHash } from 'node:crypto'
import type { World } from './world.ts'

/** The variables of the page, the optional ones last. */
const names = [
  ...['SUPABASE_URL', 'SUPABASE_SECRET_KEY', 'SITE_URL', 'VIDEO_URL'],
  ...['VIDEO_CAPTIONS_URL', 'SENDER', 'TERMS_LINK', 'PRIVACY_LINK', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'],
]

/** Returns the variables with which the page is built and runs. */
export const pageVariables = (world: World): [name: string, value: string][] =>
  names.flatMap((name) => {
    const value = world.get(name)
    return value ? [[name, value]] : []
  })

/** Returns a digest of a value, which tells whether it has changed. */
export const digestOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16)
