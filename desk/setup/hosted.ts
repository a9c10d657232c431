import { fileURLToPath } from 'node:url'
import { buildId } from '../../build/build-id.ts'
import { digestFiles } from '../../build/digest-files.ts'
import { pageVariables } from './page-variables.ts'
import type { World } from './world.ts'

/** A Vercel project. */
export type Hosted = {
  what: 'page' | 'desk'
  command: string
  /** In operator.env. */
  address: 'SITE_URL' | 'DESK_URL'
  project: 'VERCEL_PROJECT' | 'DESK_VERCEL_PROJECT'
  /** At Vercel, from this repository. */
  build: { framework: 'nextjs' | null; buildCommand: string | null }
  /** A digest of its sources. */
  sources: (world: World) => string
  /** For building and running. */
  variables: (world: World) => [name: string, value: string][]
}

export const thePage: Hosted = {
  what: 'page',
  command: 'npm run setup',
  address: 'SITE_URL',
  project: 'VERCEL_PROJECT',
  build: { framework: 'nextjs', buildCommand: null },
  sources: (world) => buildId(world.get('SUPABASE_URL')),
  variables: pageVariables,
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** No key here reads a lead. */
const deskVariables = ['DESK_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'DESK_TRY_KEY']

export const theDesk: Hosted = {
  what: 'desk',
  command: 'npm run setup -- desk',
  address: 'DESK_URL',
  project: 'DESK_VERCEL_PROJECT',
  build: { framework: null, buildCommand: 'node local/run.js desk/web/build-web.ts' },
  sources: () =>
    digestFiles(root, [
      'components',
      'desk',
      'lib',
      'machine',
      'site',
      'supabase/functions',
      'package-lock.json',
    ]),
  variables: (world) => deskVariables.map((name) => [name, world.get(name) ?? '']),
}
