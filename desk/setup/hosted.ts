import { buildId } from '../../build/build-id.ts'
import { pageVariables } from './page-variables.ts'
import type { World } from './world.ts'

/** What has a project of its own at Vercel. */
export type Hosted = {
  what: 'page' | 'desk'
  /** The command that sets it up. */
  command: string
  /** The variables of operator.env with its address, and with the name of its project. */
  address: 'SITE_URL' | 'DESK_URL'
  project: 'VERCEL_PROJECT' | 'DESK_VERCEL_PROJECT'
  /** How Vercel builds it from this repository. */
  build: { framework: 'nextjs' | null; buildCommand: string | null }
  /** Returns a digest of what it is built from. */
  sources: (world: World) => string
  /** Returns the variables with which it is built and runs. */
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
