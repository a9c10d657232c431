import { createHash } from 'node:crypto'
import { pageVariables as known } from '../../lib/env-schema.ts'
import type { World } from './world.ts'

/** Vercel sets some. The others are for previews, for a server, or must not be at Vercel. */
const notForVercel = /^(?:VERCEL.*|PREVIEW_SUPABASE_URL|PORT|SUPABASE_DB_URL|BACKUP_DB_URL)$/

const names = known.filter((name) => !notForVercel.test(name))

export const pageVariables = (world: World): [name: string, value: string][] =>
  names.flatMap((name) => {
    const value = world.get(name)
    return value ? [[name, value]] : []
  })

/** Shows whether the value has changed. */
export const digestOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16)
