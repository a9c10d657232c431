import type { ComponentProps } from 'react'
import { Exports } from './exports.tsx'
import { Leads } from './leads.tsx'
import { Overview } from './overview.tsx'

/** The desk's pages by name. Each is a function of its props, and the browser takes over the same one. */
export const pages = { exports: Exports, leads: Leads, overview: Overview }

export type PageName = keyof typeof pages
export type PageProps<Name extends PageName> = ComponentProps<(typeof pages)[Name]>
